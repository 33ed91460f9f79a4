import FixtureSupport
import Testing

/// How an import ends on a terminal.
struct EndingTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func start(_ arguments: [String], columns: Int = 80) throws -> TerminalSession {
        try TerminalSession(arguments, columns: columns, passphrase: "right", in: folder.path)
    }

    private func copy(_ places: [String]) throws {
        for place in places {
            let name = place.split(separator: "/").last.map(String.init) ?? place
            try folder.write(try FixtureFolder.bytes(FixtureFolder.images.appending(path: place)), to: name)
        }
    }

    @Test("It groups what was left out by reason, and names three next steps and the files to delete")
    func steps() throws {
        _ = try SampleVault(in: folder)
        try copy(["rejected/bad-among-good.png", "several/normal-and-inverted.png"])
        try folder.write("nothing\n", to: "notes.txt")
        let session = try start(
            ["import", "bad-among-good.png", "normal-and-inverted.png", "notes.txt", "--vault", "vault.json"])
        #expect(try session.waitForExit() == 1)
        let text = session.screen.transcript
        #expect(text.contains("Left out: 1 entry: period out of range (bad-among-good.png)\n"))
        #expect(text.contains("          1 entry: counter out of range (bad-among-good.png)\n"))
        #expect(text.contains("Next steps\n  1. Compare some codes with the old app"))
        #expect(text.contains("\n     totp-import codes vault.json\n"))
        #expect(text.contains("  2. Add a recovery code"))
        #expect(text.contains("\n     totp-import vault recovery add vault.json\n"))
        #expect(text.contains("  3. Keep these until everything in them is imported: bad-among-good.png\n"))
        #expect(text.contains("  4. Look at these before you delete them: "))
        #expect(text.contains("notes.txt\n"))
        #expect(text.contains("  5. Then delete these files"))
        #expect(text.contains("normal-and-inverted.png"))
        #expect(session.screen.lines.allSatisfy { $0.count <= 80 })
    }

    @Test("Lines are wrapped at words in a narrow terminal")
    func narrow() throws {
        _ = try SampleVault(in: folder)
        try folder.write("otpauth://totp/Acme:eve?secret=GEZDGNBVGY3TQOJQ", to: "links.txt")
        let session = try start(["import", "links.txt", "--vault", "vault.json"], columns: 40)
        #expect(try session.waitForExit() == 0)
        #expect(
            session.screen.transcript.contains(
                "  1. Compare some codes with the old app\n     before you remove anything there:\n"))
    }

    @Test("Encrypted exports need not be deleted, and many files are counted by folder")
    func files() throws {
        _ = try SampleVault(in: folder)
        try folder.makeFolder("shots")
        for number in 1...9 {
            try folder.write(
                "otpauth://totp/Acme:user\(number)?secret=GEZDGNBVGY3TQOJ\(number % 2 == 0 ? "Q" : "A")&period=\(number)",
                to: "shots/\(number).txt")
        }
        let session = try start(["import", "shots", "--vault", "vault.json"])
        #expect(try session.waitForExit() == 0)
        #expect(session.screen.transcript.contains("9 files in shots (1.txt to 9.txt)"))
        // A range of names would contain files that must be kept.
        try folder.write("otpauth://totp/Acme:eve?secret=1", to: "shots/5.bad.txt")
        let again = try start(["import", "shots", "--vault", "vault.json"])
        #expect(try again.waitForExit() == 1)
        #expect(again.screen.transcript.contains("imported: shots/5.bad.txt\n"))
        #expect(again.screen.transcript.contains("9 of the 10 files in shots (--verbose names them)"))
    }

    /// Files in which an account may still be are named one by one, however many there are to delete.
    @Test("Every file that may have more is named: rejected entries, missing parts, failures, images without a code")
    func mayHaveMore() throws {
        _ = try SampleVault(in: folder)
        try folder.makeFolder("shots")
        for number in 1...9 {
            try folder.write(
                "otpauth://totp/Acme:user\(number)?secret=GEZDGNBVGY3TQOJQ&period=\(number)", to: "shots/\(number).txt")
        }
        try folder.write("otpauth://totp/Acme:eve?secret=1", to: "shots/rejected.txt")
        try folder.write("Dear diary\notpauth://totp/Acme:eve?secret=GEZDGNBVGY3TQOJQ&period=99", to: "shots/diary.txt")
        for (place, name) in [
            ("google-parts/complete-1.png", "part.png"), ("no-code/gradient.png", "blank.png"),
            ("damaged/text.png", "failed.png"),
        ] {
            try folder.write(
                try FixtureFolder.bytes(FixtureFolder.images.appending(path: place)), to: "shots/\(name)")
        }
        let session = try start(["import", "shots", "--vault", "vault.json", "--delete-list", "done.txt"])
        #expect(try session.waitForExit() == 1)
        let text = session.screen.transcript.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(
            text.contains(
                "Keep these until everything in them is imported: shots/failed.png, shots/part.png, shots/rejected.txt "
            ))
        #expect(text.contains("something else as well: shots/blank.png, shots/diary.txt "))
        #expect(text.contains("9 of the 14 files in shots (--verbose names them) xargs -d '\\n' rm -- < done.txt"))
        #expect(text.contains("Delete: done.txt names 9 of 14 files; look at it, then: xargs "))
        #expect(try folder.text("done.txt") == (1...9).map { "shots/\($0).txt\n" }.joined())
    }

    @Test("Without a terminal, and with --quiet, this ending is left out")
    func scripts() throws {
        let vault = try SampleVault(in: folder)
        let links = try folder.write("otpauth://totp/Acme:eve?secret=GEZDGNBVGY3TQOJQ", to: "links.txt")
        let result = try vault.run(["import", links, "--vault", vault.path])
        #expect(!result.errors.contains("Next steps"))
        let quiet = try start(["import", "links.txt", "--vault", "vault.json", "--quiet"])
        #expect(try quiet.waitForExit() == 0)
        #expect(quiet.screen.text.isEmpty)
    }

    @Test("A part of a Google export that arrives later completes it, and no part is missed")
    func laterPart() throws {
        _ = try SampleVault(in: folder)
        try copy((1...3).map { "google-parts/complete-\($0).png" })
        let first = try start(["import", "complete-1.png", "complete-3.png", "--vault", "vault.json"])
        #expect(try first.waitForExit() == 1)
        #expect(first.screen.transcript.contains("part 2 of 3 of a Google Authenticator export: not found"))
        var completing = 0
        for part in ["complete-2.png", "complete-2.png", "complete-1.png"] {
            let later = try start(["import", part, "--vault", "vault.json"])
            #expect(try later.waitForExit() == 0)
            #expect(!later.screen.transcript.contains("missing"))
            // Only the part that was missing completes it.
            let says = later.screen.transcript.contains(
                "The Google Authenticator export is complete now: all 3 parts were found.")
            #expect(says == (completing == 0))
            completing += 1
        }
    }

    @Test("The same issuer and name with another secret is a warning: one of them is out of date")
    func stale() throws {
        let vault = try SampleVault(["otpauth://totp/Acme:eve?secret=GEZDGNBVGY3TQOJQ"], in: folder)
        let links = try folder.write("otpauth://totp/acme:Eve?secret=MFRGGZDFMZTWQ2LK", to: "links.txt")
        let result = try vault.run(["import", links, "--vault", vault.path])
        #expect(result.status == 0)
        #expect(
            result.errors.contains(
                "warning: \(links): \"acme: Eve\" already exists with another secret; both are kept, but one is probably"
            )
        )
    }
}
