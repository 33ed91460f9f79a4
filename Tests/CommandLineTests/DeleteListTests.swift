import FixtureSupport
import Foundation
import Testing

/// `--delete-list` names the files from which everything was taken, and no other.
struct DeleteListTests {
    private let folder: TemporaryFolder
    private static let eve = "otpauth://totp/Acme:eve?secret=GEZDGNBVGY3TQOJQ"
    private static let bob = "otpauth://totp/Birch:bob?secret=MFRGGZDFMZTWQ2LK"

    init() throws { folder = try TemporaryFolder() }

    private func run(_ arguments: [String]) throws -> Program.Outcome {
        try Program.run(arguments, passphrase: SampleVault.passphrase, in: URL(filePath: folder.path))
    }

    private func list(_ arguments: [String]) throws -> (names: [String], outcome: Program.Outcome) {
        _ = try? SampleVault(in: folder)
        let outcome = try run(["import"] + arguments + ["--vault", "vault.json", "--delete-list", "done.txt"])
        return (try folder.text("done.txt").split(separator: "\n").map(String.init), outcome)
    }

    @Test("Files imported before are also listed; encrypted exports and standard input are not")
    func named() throws {
        try folder.write(Self.eve, to: "eve.txt")
        try folder.write(Self.bob, to: "two words.txt")
        let export = FixtureFolder.package.appending(path: "Fixtures/exports/aegis/encrypted.json")
        try folder.write(try FixtureFolder.bytes(export), to: "encrypted.json")
        try folder.write("erin rents 130 lighthouses\n", to: "passphrase")
        let first = try list(["two words.txt", "eve.txt", "./eve.txt"])
        #expect(first.outcome.status == 0 && first.names == ["two words.txt", "eve.txt", "./eve.txt"])
        #expect(first.outcome.errors.contains("Delete:  done.txt names 3 of 3 files; look at it, then: xargs "))
        #expect(try folder.permissions("done.txt") == 0o600)
        let mixed = try list(["encrypted.json", "eve.txt", "--source-passphrase-file", "passphrase"])
        #expect(mixed.outcome.status == 0 && mixed.names == ["eve.txt"])
        #expect(try list([Self.eve, "eve.txt"]).names == ["eve.txt"])
    }

    @Test("An archive is one file, which is named only if nothing else is in it", arguments: [true, false])
    func archives(hasMore: Bool) throws {
        try folder.makeFolder("shots")
        try folder.write(Self.eve, to: "eve.txt")
        try folder.write(hasMore ? "a letter" : Self.bob, to: "other.txt")
        let tar = try #require(ExternalProgram(named: "tar"))
        let packed = try Program.run(
            tar.url, ["cf", "shots/all.tar", "eve.txt", "other.txt"], in: URL(filePath: folder.path))
        #expect(packed.status == 0)
        try folder.write(Self.bob, to: "shots/bob.txt")
        #expect(try list(["shots"]).names == (hasMore ? [] : ["shots/all.tar"]) + ["shots/bob.txt"])
    }

    @Test("A higher counter that was not taken, and other text, keep a file")
    func more() throws {
        let hotp = "otpauth://hotp/Acme:carol?secret=GEZDGNBVGY3TQOJQ&counter="
        try folder.write(hotp + "1", to: "low.txt")
        try folder.write(hotp + "9", to: "high.txt")
        try folder.write("Shopping: milk\n\(Self.bob)\n", to: "notes.txt")
        try folder.write("# bob\n\n\(Self.bob)\n", to: "list.txt")
        #expect(try list(["low.txt", "notes.txt", "list.txt"]).names == ["low.txt", "list.txt"])
        #expect(try list(["high.txt"]).names.isEmpty)
    }

    @Test("A text that is read as Windows-1252 stays, and one in a set that is named goes")
    func characterSets() throws {
        for (link, name) in [(Self.eve, "eve.txt"), (Self.bob, "bob.txt")] {
            try folder.write(link.replacing("totp/", with: "totp/\u{1}").utf8.map { $0 == 1 ? 0xEC : $0 }, to: name)
        }
        let guessed = try list(["eve.txt"])
        #expect(guessed.outcome.status == 0 && guessed.names.isEmpty)
        #expect(
            guessed.outcome.errors.contains("warning: eve.txt: not UTF-8; read as Windows-1252: names may be wrong"))
        #expect(try list(["bob.txt", "--encoding", "windows-1251"]).names == ["bob.txt"])
    }

    @Test("A name with a line break needs NUL between the names, and xargs reads both")
    func print0() throws {
        try folder.write(Self.eve, to: "line\nbreak.txt")
        try folder.write(Self.bob, to: "bob.txt")
        _ = try SampleVault(in: folder)
        let arguments = ["import", "line\nbreak.txt", "bob.txt", "--vault", "vault.json", "--delete-list", "done.txt"]
        let before = try folder.bytes("vault.json")
        let refused = try run(arguments)
        #expect(refused.status == 64 && refused.errors.contains("the name contains a line break; use --print0"))
        #expect(try folder.bytes("vault.json") == before && !(try folder.names().contains("done.txt")))
        #expect(try run(arguments + ["--print0"]).status == 0)
        #expect(try folder.text("done.txt") == "line\nbreak.txt\0bob.txt\0")
    }

    @Test("convert names what was written completely")
    func converting() throws {
        try folder.write(Self.eve, to: "eve.txt")
        try folder.write("\(Self.bob)\notpauth://totp/Bad:x?secret=1\n", to: "bad.txt")
        let arguments = ["convert", "eve.txt", "bad.txt", "--to", "otpauth", "--delete-list", "done.txt"]
        #expect(try run(arguments + ["--output", "out.txt"]).status == 1)
        #expect(try folder.text("done.txt") == "eve.txt\n")
        // A detail that is lost is still in the file.
        try folder.write(
            #"{"format":"totp-import-items","version":1,"items":[{"type":"totp","issuer":"A","name":"b","secret":"#
                + #""GEZDGNBVGY3TQOJQ","algorithm":"SHA1","digits":6,"period":30,"note":"a note"}]}"#, to: "noted.json")
        let noted = try run(
            ["convert", "noted.json", "--to", "otpauth", "--output", "noted.txt", "--delete-list", "done.txt"])
        #expect(noted.errors.contains("warning:"))
        #expect(try folder.text("done.txt").isEmpty)
        // Accounts that are not selected, not written, or on their way to another program are in the files alone.
        for more in [[], ["--output", "x", "--search", "eve"], ["--output", "x", "--dry-run"]] {
            #expect(try run(arguments + more).status == 64, "\(more)")
        }
    }

    /// Each was named for deletion once.
    static let keptFiles: [(file: String, reason: String)] = [
        ("steam/plain.maFile", "it is Steam's own file, with a revocation code that is not taken"),
        ("google-authenticator-pam/time.txt", "it is the file by which the server checks logins, with scratch codes"),
        ("users-oath/plain.oath", "it is the file by which the server checks logins"),
        ("bitwarden/plain.json", "it is an export of a password manager: passwords, notes and attachments"),
        ("apple-passwords/plain.csv", "it is an export of a password manager"),
        ("lastpass-vault/plain.csv", "it is an export of a password manager"),
        ("keepassxc/plain.csv", "it is an export of a password manager"),
        ("keepassxc/plain.xml", "it is an export of a password manager"),
        ("freeotp/plain.xml", "it is the app's own data"),
    ]

    @Test("What an app needs, and what has more than accounts, is never named", arguments: keptFiles)
    func kept(file: String, reason: String) throws {
        let bytes = try FixtureFolder.bytes(FixtureFolder.package.appending(path: "Fixtures/exports/\(file)"))
        let name = String(file.split(separator: "/").last ?? "")
        try folder.write(bytes, to: name)
        try folder.write(Self.eve, to: "eve.txt")
        let (names, outcome) = try list([name, "eve.txt", "--report", "report.json"])
        #expect(names == ["eve.txt"] && outcome.status <= 1)
        let report = try folder.text("report.json")
        #expect(report.contains("\"deletable\":\"\(reason)") && report.contains("\"deletable\":true"))
    }

    @Test("The storage of a browser is never named")
    func browser() throws {
        let fixture = FixtureFolder.package.appending(path: "Fixtures/exports/authenticator-extension/profile-tables")
        try folder.makeFolder("id")
        for file in try FixtureFolder.files(below: fixture) where file.lastPathComponent != "expected.json" {
            try folder.write(FixtureFolder.bytes(file), to: "id/\(file.lastPathComponent)")
        }
        let (names, outcome) = try list(["id", "--report", "report.json"])
        #expect(names.isEmpty && outcome.status == 0)
        #expect(try folder.text("report.json").contains("\"deletable\":\"it is the data of a browser's profile"))
    }

    @Test("The note of a duplicate is taken; with skip it is named as not taken, and the file stays")
    func noteOfADuplicate() throws {
        func noted(_ note: String) -> String {
            #"{"format":"totp-import-items","version":1,"items":[{"type":"totp","issuer":"Acme","name":"eve","secret":"#
                + #""GEZDGNBVGY3TQOJQ","algorithm":"SHA1","digits":6,"period":30,"note":"\#(note)"}]}"#
        }
        try folder.write(Self.eve, to: "eve.txt")
        try folder.write(noted("codes: 1234 5678"), to: "noted.json")
        try folder.write(noted("other codes"), to: "other.json")
        #expect(try list(["eve.txt"]).names == ["eve.txt"])
        let skipped = try list(["noted.json", "--on-duplicate", "skip"])
        #expect(skipped.names.isEmpty && skipped.outcome.status == 0)
        #expect(
            skipped.outcome.errors.contains(
                "\"Acme: eve\" already exists; its note is not taken (--on-duplicate fill takes what is missing)"))
        let filled = try list(["noted.json"])
        #expect(filled.names == ["noted.json"] && filled.outcome.errors.contains("0 added + 1 updated"))
        #expect(try run(["list", "vault.json", "--json"]).text.contains("codes: 1234 5678"))
        let other = try list(["other.json"])
        #expect(other.names.isEmpty)
        #expect(other.outcome.errors.contains("\"Acme: eve\" already exists; its note differs from the existing one"))
        #expect(!other.outcome.errors.contains("other codes") && !other.outcome.errors.contains("1234"))
        #expect(try list(["other.json", "--strict"]).outcome.status == 1)
        #expect(try run(["list", "vault.json", "--json"]).text.contains("codes: 1234 5678"))
    }

    @Test("Nothing is deletable if nothing was written, or not all of it")
    func unwritten() throws {
        try folder.write(Self.eve, to: "eve.txt")
        _ = try SampleVault(in: folder)
        let runs: [([String], String)] = [
            (["import", "eve.txt", "--vault", "vault.json", "--dry-run"], "nothing was written"),
            (["convert", "eve.txt", "--to", "otpauth", "--output", "x", "--dry-run"], "nothing was written"),
            (["convert", "eve.txt", "--to", "otpauth", "--output", "-"], "the accounts went to another program"),
        ]
        for (arguments, reason) in runs {
            #expect(try run(arguments + ["--report", "report.json"]).status == 0)
            #expect(try folder.text("report.json").contains("\"deletable\":\"\(reason)\""), "\(arguments)")
        }
        try folder.write("\(Self.eve)\n\(Self.bob)\n", to: "two.txt")
        let some = ["convert", "two.txt", "--to", "otpauth", "--search", "eve", "--output", "some"]
        #expect(try run(some + ["--report", "report.json"]).status == 0)
        #expect(try folder.text("report.json").contains("\"deletable\":\"only some of the accounts were written\""))
    }

    @Test("The list never replaces a file of the run, and is not standard output")
    func refused() throws {
        try folder.write(Self.eve, to: "eve.txt")
        _ = try SampleVault(in: folder)
        let start = ["import", "eve.txt", "--vault", "vault.json"], before = try folder.names()
        for list in ["eve.txt", "./eve.txt", "vault.json", "-", "report.json", ""] {
            let outcome = try run(start + ["--report", "report.json", "--delete-list", list])
            #expect(outcome.status == 64, "\(list)")
        }
        #expect(try run(start + ["--print0"]).status == 64)
        #expect(try run(start + ["--dry-run", "--delete-list", "done.txt"]).status == 64)
        #expect(try folder.names() == before)
    }
}
