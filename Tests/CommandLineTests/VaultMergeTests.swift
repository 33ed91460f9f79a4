import FixtureSupport
import Foundation
import Testing

@Suite("Copies of a vault that were changed on two machines become one")
struct VaultMergeTests {
    private let folder: TemporaryFolder
    private let vault: SampleVault
    private let copy: String

    private static let links = [
        "otpauth://totp/Acme:alice?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
        "otpauth://totp/Birch:bob?secret=MFRGGZDFMZTWQ2LKMFRGGZDFMZTWQ2LK",
        "otpauth://totp/Zoo:carol?secret=KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU",
    ]

    init() throws {
        folder = try TemporaryFolder()
        vault = try SampleVault(Self.links, in: folder)
        let file = URL(filePath: vault.path)
        copy = file.deletingPathExtension().path + ".sync-conflict-20261127-101010-ABCDEFG.json"
        try FileManager.default.copyItem(at: file, to: URL(filePath: copy))
    }

    /// Runs a command of the vault, which must succeed.
    @discardableResult
    private func change(_ arguments: String...) throws -> Program.Outcome {
        let outcome = try vault.run(["vault"] + arguments)
        #expect(outcome.status == 0, "\(arguments[0]): \(outcome.errors)")
        return outcome
    }

    private func merge(_ more: String...) throws -> Program.Outcome {
        try vault.run(["vault", "merge", copy, "--vault", vault.path, "--yes"] + more)
    }

    private func names() throws -> [String] {
        try vault.items().filter { !$0.isDeleted }.map { "\($0.issuer)/\($0.name)/\($0.note ?? "")/\($0.tags)" }
    }

    @Test("What was added, renamed and removed in one copy is so in the vault; the copy stays as it was")
    func oneSide() throws {
        try change("edit", copy, "-s", "alice", "--set-name", "alicia", "--yes")
        try change("edit", vault.path, "-s", "alice", "--add-tag", "work", "--yes")
        try change("remove", copy, "-s", "bob", "--yes")
        try change("add", copy, "otpauth://totp/Yew:dave?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP", "--yes")
        let before = try Data(contentsOf: URL(filePath: copy))
        let dry = try merge("--dry-run")
        #expect(dry.status == 0 && dry.errors.contains("3 accounts would change"), "\(dry.errors)")
        let merged = try merge()
        #expect(merged.status == 0, "\(merged.errors)")
        for text in ["change: Acme: alice", "name \"alice\" → \"alicia\"", "remove: Birch: bob", "add:    Yew: dave"] {
            #expect(merged.errors.contains(text), "\(merged.errors)")
        }
        #expect(try names() == ["Acme/alicia//[\"work\"]", "Zoo/carol//[]", "Yew/dave//[]"])
        #expect(try Data(contentsOf: URL(filePath: copy)) == before)
        let again = try merge()
        #expect(again.status == 0 && again.errors.contains("nothing new for"), "\(again.errors)")
        // As any change.
        try change("undo", vault.path, "--yes")
        #expect(try names().count == 3)
    }

    @Test("Of two changes of one field the later is kept, and the other is named")
    func bothSides() throws {
        try change("edit", vault.path, "-s", "bob", "--set-note", "mine", "--yes")
        try change("edit", copy, "-s", "bob", "--set-note", "theirs", "--yes")
        let merged = try merge()
        #expect(merged.status == 0)
        let notes = try vault.items().compactMap(\.note)
        let other = notes == ["mine"] ? "theirs" : "mine"
        #expect(merged.errors.contains("the note \"\(notes[0])\", not \"\(other)\""), "\(merged.errors)")
    }

    @Test("On a terminal, one is asked which value is right")
    func asked() throws {
        try change("edit", vault.path, "-s", "bob", "--set-note", "mine", "--yes")
        try change("edit", copy, "-s", "bob", "--set-note", "theirs", "--yes")
        let session = try TerminalSession(
            ["vault", "merge", copy, "--vault", vault.path], passphrase: SampleVault.passphrase)
        try session.waitFor("Both copies changed the note of Birch: bob:")
        try session.waitFor("Which one [1]: ")
        session.type("2\n")
        try session.waitFor("chosen: Birch: bob: the note")
        #expect(try session.waitForExit() == 0)
        #expect(try session.screen.transcript.contains("not") && vault.items().compactMap(\.note).count == 1)
        // The decision is a change: it wins over the copy from now on.
        let note = try vault.items().compactMap(\.note)
        #expect(try merge().status == 0)
        #expect(try vault.items().compactMap(\.note) == note)
    }

    @Test("An account that was removed in one copy and changed in the other stays")
    func removedAndChanged() throws {
        try change("remove", vault.path, "-s", "bob", "--yes")
        try change("edit", copy, "-s", "bob", "--set-note", "needed", "--yes")
        let merged = try merge()
        #expect(merged.errors.contains("it was removed in one copy, and changed in the other"), "\(merged.errors)")
        #expect(try names().contains("Birch/bob/needed/[]"))
    }

    @Test("An account of the copy that was removed from the vault is named, and does not come back")
    func removed() throws {
        try change("remove", vault.path, "-s", "bob", "--yes")
        let merged = try merge()
        #expect(merged.status == 0)
        let line = "gone:   Birch: bob: it is in the copy, and was removed here"
        #expect(merged.errors.contains(line), "\(merged.errors)")
        #expect(merged.errors.contains("all of their accounts now, but those that were removed from it. To delete:"))
        #expect(try names() == ["Acme/alice//[]", "Zoo/carol//[]"])
    }

    @Test("What an undo took back is named, too")
    func undone() throws {
        try change("add", copy, "otpauth://totp/Yew:dave?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP", "--yes")
        #expect(try merge().status == 0)
        try change("undo", vault.path, "--yes")
        let again = try merge()
        #expect(again.errors.contains("gone:   Yew: dave"), "\(again.errors)")
        try change("undo", vault.path, "--yes")
        #expect(try names().count == 4)
    }

    @Test("Two secrets of one account both stay, and the command says so")
    func secrets() throws {
        try change("edit", vault.path, "-s", "bob", "--set-digits", "8", "--yes")
        try change("edit", copy, "-s", "bob", "--set-digits", "7", "--yes")
        let merged = try merge()
        #expect(merged.status == 1)
        #expect(merged.errors.contains("the copies generate different codes"), "\(merged.errors)")
        let bobs = try vault.items().filter { $0.issuer == "Birch" }
        #expect(Set(bobs.map(\.parameters.digits)) == [7, 8])
        #expect(bobs.map(\.name).sorted() == ["bob", "bob (conflict)"])
        #expect(try merge().status == 0)
        #expect(try vault.items().count == 4)
    }

    @Test("Another vault is not a copy, and a copy is not imported")
    func refusals() throws {
        let other = try SampleVault(Self.links, in: try TemporaryFolder())
        let refused = try vault.run(["vault", "merge", other.path, "--vault", vault.path])
        #expect(refused.status == 2)
        #expect(refused.errors.contains("another vault, and not a copy of this one"), "\(refused.errors)")
        let itself = try vault.run(["vault", "merge", copy, vault.path, "--vault", vault.path])
        #expect(itself.status == 2 && itself.errors.contains("the vault itself"), "\(itself.errors)")
        #expect(!itself.errors.contains("To delete"))
        let imported = try vault.run(["import", copy, "--vault", vault.path])
        #expect(imported.status == 2)
        #expect(imported.errors.contains("merge it: totp-import vault merge"), "\(imported.errors)")
        let folder = URL(filePath: copy).deletingLastPathComponent().path
        let skipped = try vault.run(["import", folder, "--vault", vault.path])
        #expect(skipped.errors.contains("another copy of") && skipped.errors.contains("skipped"), "\(skipped.errors)")
        #expect(try vault.items().count == 3)
    }

    @Test("What lost is named in full, also with --quiet, and the copy that had it is kept")
    func losses() throws {
        let long = String(repeating: "a long remark ", count: 40) + "END"
        try change("edit", copy, "-s", "bob", "--set-note", long, "--yes")
        // A change is at least a second later than all that its copy knows: the second one here is later than that there.
        try change("edit", vault.path, "-s", "bob", "--set-note", "first", "--yes")
        try change("edit", vault.path, "-s", "bob", "--set-note", "mine", "--yes")
        let dry = try merge("--quiet", "--dry-run")
        #expect(dry.errors.replacing("\n", with: "").contains("not \"\(long)\""), "\(dry.errors)")
        let merged = try merge()
        #expect(merged.errors.contains("END"), "\(merged.errors)")
        #expect(!merged.errors.contains("To delete") && merged.errors.contains("Not to delete"), "\(merged.errors)")
        let again = try merge()
        #expect(!again.errors.contains("To delete") && again.errors.contains("lost in an earlier merge"))
    }

    @Test("A version, a link, the default vault and a vault in use are not to be deleted")
    func deletable() throws {
        let folder = URL(filePath: copy).deletingLastPathComponent()
        func path(_ name: String) -> String { folder.appending(path: name).path }
        func copying(_ name: String) throws -> String {
            try FileManager.default.copyItem(atPath: copy, toPath: path(name))
            return path(name)
        }
        let used = try copying("laptop.json")
        try change("edit", used, "-s", "bob", "--set-note", "theirs", "--yes")
        try FileManager.default.createSymbolicLink(atPath: path("link.json"), withDestinationPath: used)
        let standard = try copying("standard.json")
        for (file, reason) in [
            (used, "a vault that is in use"), (try copying("old.json.bak.2"), "an earlier version of a vault"),
            (path("link.json"), "a link"), (standard, "the default vault"),
        ] {
            let merged = try Program.run(
                ["vault", "merge", file, "--vault", vault.path, "--yes"], passphrase: SampleVault.passphrase,
                environment: ["TOTP_IMPORT_VAULT": standard])
            #expect(merged.status == 0 && !merged.errors.contains("To delete"), "\(file): \(merged.errors)")
            #expect(merged.errors.contains(reason), "\(file): \(merged.errors)")
        }
        #expect(try merge().errors.contains("To delete"))
    }

    @Test("A copy with a passphrase of its own is merged in a script")
    func otherPassphrase() throws {
        try change("edit", copy, "-s", "bob", "--set-note", "theirs", "--yes")
        let changed = try Program.run(
            ["vault", "passwd", copy], passphrase: SampleVault.passphrase,
            environment: ["TOTP_IMPORT_NEW_PASSPHRASE": "another one"])
        #expect(changed.status == 0, "\(changed.errors)")
        let refused = try merge()
        #expect(refused.status == 3 && refused.errors.contains("--source-passphrase-file"), "\(refused.errors)")
        let file = try folder.write("wrong\nanother one\n", to: "passphrases")
        let merged = try merge("--source-passphrase-file", file)
        #expect(merged.status == 0, "\(merged.errors)")
        #expect(try names().contains("Birch/bob/theirs/[]"))
        #expect(merged.errors.contains("a passphrase or recovery code that does not open"))
    }

    @Test("What was done is printed as JSON")
    func json() throws {
        struct Output: Decodable {
            struct Copy: Decodable {
                struct Change: Decodable { var change, account: String }
                struct Loss: Decodable { var account, field, kept, lost: String }
                var file: String
                var changes: [Change]
                var lost: [Loss]
                var toDelete: Bool
            }
            var dryRun: Bool
            var copies: [Copy]
        }
        try change("edit", vault.path, "-s", "bob", "--set-note", "mine", "--yes")
        try change("edit", copy, "-s", "bob", "--set-note", "theirs", "--yes")
        try change("add", copy, "otpauth://totp/Yew:dave?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP", "--yes")
        let merged = try merge("--json")
        let output = try JSONDecoder().decode(Output.self, from: merged.output)
        let one = try #require(output.copies.first)
        #expect(!output.dryRun && output.copies.count == 1 && one.file == copy)
        #expect(one.changes.contains { $0.change == "add" && $0.account == "Yew: dave" })
        #expect(one.lost.map(\.field) == ["note"] && Set([one.lost[0].kept, one.lost[0].lost]) == ["mine", "theirs"])
        #expect(one.toDelete == (one.lost[0].kept == "theirs"))
    }

    @Test("A copy that is packed, in a mail or on standard input is not imported either")
    func packed() throws {
        try change("remove", vault.path, "-s", "bob", "--yes")
        let bytes = try FixtureFolder.bytes(URL(filePath: copy))
        let archive = ArchiveFile([.init("backup/vault.json", bytes)])
        let mail = """
            From: alice@example.com
            Subject: vault
            MIME-Version: 1.0
            Content-Type: application/json; name="vault.json"
            Content-Transfer-Encoding: base64
            Content-Disposition: attachment; filename="vault.json"

            \(Data(bytes).base64EncodedString(options: [.lineLength76Characters, .endLineWithLineFeed]))

            """
        let inputs = [
            try folder.write(Packing.gzip.pack(bytes), to: "vault.json.gz"),
            try folder.write(archive.bytes(.zip), to: "vault.zip"),
            try folder.write(archive.bytes(.tar), to: "vault.tar"),
            try folder.write(mail, to: "vault.eml"), try folder.write(bytes, to: "vault.backup"), "-",
        ]
        for input in inputs {
            let imported = try Program.run(
                ["import", input, "--vault", vault.path], passphrase: SampleVault.passphrase,
                input: input == "-" ? Data(bytes) : Data())
            #expect(imported.status == 2, "\(input): \(imported.errors)")
            #expect(imported.errors.contains("another copy of"), "\(input): \(imported.errors)")
            #expect(try vault.items().count == 2)
        }
    }

    @Test("A conflict copy beside a vault is named with its service when the vault is used")
    func named() throws {
        let said = try change("edit", vault.path, "-s", "bob", "--set-note", "x", "--yes").errors
        let text = "is another copy of this vault (Syncthing). Merge it: totp-import vault merge"
        #expect(said.contains(text), "\(said)")
    }
}
