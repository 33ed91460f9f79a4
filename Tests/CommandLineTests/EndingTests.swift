import FixtureSupport
import Foundation
import Testing

/// How an import and a conversion end.
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

    /// Another one for each number to 9: accounts that share one resemble each other, and their files must stay.
    private static func secret(_ number: Int) -> String {
        "GEZDGNBVGY3TQO\(Array("ABCDEFGHIJ")[number % 10])Q"
    }

    /// Without line breaks and indentation.
    private func words(_ session: TerminalSession) -> String {
        session.screen.transcript.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    @Test("The ending has a sentence, the totals and what to do, and names each file once")
    func steps() throws {
        _ = try SampleVault(in: folder)
        try copy(["rejected/bad-among-good.png", "several/normal-and-inverted.png"])
        try folder.write("nothing\n", to: "notes.txt")
        let session = try start(
            ["import", "bad-among-good.png", "normal-and-inverted.png", "notes.txt", "--vault", "vault.json"])
        #expect(try session.waitForExit() == 1)
        let text = session.screen.transcript
        #expect(text.contains("\n4 accounts are in vault.json (all new).\nInputs:  2 read, 1 failed, "))
        #expect(text.contains(" 2 rejected\n\nWhat to do\n  1. Compare some codes with the old app"))
        #expect(text.contains("\n     totp-import codes vault.json\n"))
        #expect(text.contains("  2. Add a recovery code"))
        #expect(text.contains("\n     totp-import vault recovery add vault.json\n"))
        #expect(text.contains("  3. Correct the link, or set the account up again with its service: \"Broken\n"))
        #expect(
            words(session).contains(
                #""Broken Links: grace.period-0@example.net", "Broken Links: "#
                    + #"olivia.counter@example.net" in bad-among-good.png 4. Keep the files named above until"#))
        #expect(text.contains("  5. Look at these before you delete them: "))
        #expect(text.contains("notes.txt\n"))
        #expect(text.contains("  6. Then delete these files"))
        #expect(text.contains("normal-and-inverted.png"))
        #expect(session.screen.lines.allSatisfy { $0.count <= 80 })
    }

    struct Image: Sendable, CustomTestStringConvertible {
        var place: String
        /// The expected step; nil for no step.
        var step: String?
        var isKept = true

        var testDescription: String { place }
    }

    @Test(
        "Only images with a QR code that was not read are to be looked at",
        arguments: [
            Image(
                place: "structured-append/last-missing.png",
                step: "Put all parts of a larger QR code on one image; this one lacks some:"),
            Image(
                place: "damaged/truncated-after-the-code.png",
                step: "Copy this image again if a QR code is missing; not all rows could be read:"),
            Image(place: "damaged/no-size.png", step: "Take it again:"),
            Image(
                place: "damaged/idat-with-a-bad-crc.png", step: "or they contain something else as well:",
                isKept: false),
            Image(
                place: "damaged/flipped-byte-after-the-code.png", step: "or they contain something else as well:",
                isKept: false),
            Image(place: "no-code/photo-like.png", isKept: false),
            Image(place: "no-code/text-page.png", isKept: false),
        ])
    func image(_ image: Image) throws {
        _ = try SampleVault(in: folder)
        try folder.makeFolder("shots")
        let name = image.place.split(separator: "/").last.map { "shots/\($0)" } ?? ""
        try folder.write(try FixtureFolder.bytes(FixtureFolder.images.appending(path: image.place)), to: name)
        try folder.write("otpauth://totp/Acme:eve?secret=GEZDGNBVGY3TQOJQ&issuer=Acme", to: "shots/links.txt")
        let session = try start(["import", "shots", "--vault", "vault.json"])
        #expect(try session.waitForExit() == (image.place.hasPrefix("no-code/") ? 0 : 1))
        let todo = words(session).split(separator: "What to do").last ?? ""
        if let step = image.step { #expect(todo.contains("\(step) \(name) ")) }
        #expect(todo.contains("Keep the files named above") == image.isKept)
        #expect(todo.contains("has the accounts): shots/links.txt"))
        #expect(todo.contains(name) == (image.step != nil))
    }

    @Test("Photos in a folder are counted, and a problem only with --strict; a photo that is an argument is one")
    func photos() throws {
        try folder.makeFolder("shots")
        for name in ["gradient.png", "photo-like.png", "text-page.png"] {
            try folder.write(
                try FixtureFolder.bytes(FixtureFolder.images.appending(path: "no-code/\(name)")), to: "shots/\(name)")
        }
        try folder.write("otpauth://totp/Acme:eve?secret=GEZDGNBVGY3TQOJQ&issuer=Acme", to: "shots/links.txt")
        func lines(_ arguments: [String], _ status: Int32 = 0) throws -> [String] {
            let outcome = try Program.run(
                ["convert", "--to", "json", "-o", "out.json", "-f"] + arguments, in: URL(filePath: folder.path))
            #expect(outcome.status == status)
            return outcome.errorLines.filter { $0.contains("QR code") }
        }
        let counted = ["warning: shots: 3 images without a QR code (--verbose names them)"]
        #expect(try lines(["shots"]) == counted && lines(["shots", "--quiet"]).isEmpty)
        #expect(try lines(["shots", "--strict", "--quiet"], 1) == counted)
        #expect(try lines(["shots", "--verbose"]).count == 3)
        let files = ["links.txt", "gradient.png", "photo-like.png", "text-page.png"].map { "shots/\($0)" }
        #expect(try lines(files, 1).count == 3)
        for command in [["list"], ["import", "--vault", "v.json"], ["codes"]] {
            let outcome = try Program.run(
                command + ["shots"], passphrase: "correct horse battery", in: URL(filePath: folder.path))
            #expect(outcome.status == 0, "\(command) \(outcome.errors)")
        }
        // Nothing else is there.
        #expect(unlink(folder.path("shots/links.txt")) == 0)
        for (arguments, status) in [([], 2), (["--allow-empty"], 0)] as [([String], Int32)] {
            #expect(try Program.run(["list", "shots"] + arguments, in: URL(filePath: folder.path)).status == status)
        }
    }

    @Test("A web page without an account is one input, which failed")
    func webPage() throws {
        try folder.write("<html><body><form>Sign in</form></body></html>", to: "page.html")
        let outcome = try Program.run(
            ["convert", "page.html", "--to", "json", "-o", "out.json"], in: URL(filePath: folder.path))
        #expect(outcome.status == 2)
        #expect(
            outcome.errors.contains("Inputs:  0 read, 1 failed, 0 without an account, 0 skipped\n"), "\(outcome.errors)"
        )
        #expect(!outcome.errors.contains("Skipped"))
    }

    struct Twin: Sendable, CustomTestStringConvertible {
        var link: String
        var line: String

        var testDescription: String { line }
    }

    @Test(
        "Accounts that resemble each other are compared as verify does",
        arguments: [
            Twin(link: "Acme:eve?secret=GEZDGNBVGY3TQOJQ&digits=8", line: #""Acme: eve": 6 and 8 digits"#),
            Twin(
                link: "Acme:eve?secret=GEZDGNBVGY3TQOJQ&period=60&algorithm=SHA256",
                line: #""Acme: eve": algorithms SHA1 and SHA256, periods of 30 and 60 seconds"#),
            Twin(
                link: "Acme:mallory?secret=GEZDGNBVGY3TQOJQ", line: #""Acme: eve" and "Acme: mallory": the same codes"#),
            Twin(
                link: "Acme:eve?secret=MFRGGZDFMZTWQ2LK",
                line: #""Acme: eve": different secrets, one is probably out of date"#),
        ])
    func twins(_ twin: Twin) throws {
        _ = try SampleVault(["otpauth://totp/Acme:eve?secret=GEZDGNBVGY3TQOJQ"], in: folder)
        try folder.write("otpauth://totp/\(twin.link)", to: "links.txt")
        let session = try start(["import", "links.txt", "--vault", "vault.json"], columns: 120)
        #expect(try session.waitForExit() == 0)
        let text = session.screen.transcript
        // No warning before it names them as well.
        #expect(text.hasPrefix("2 accounts are in vault.json (1 new, 1 from before).\n"))
        #expect(
            text.contains(
                "Decide which of these accounts to keep; they resemble each other:\n     \(twin.line)\n"
                    + "     totp-import vault duplicates vault.json\n"))
    }

    @Test("convert says how to import the file, and the same as import about the rest", arguments: ["aegis", "html"])
    func converting(format: String) throws {
        try copy((1...2).map { "google-parts/complete-\($0).png" })
        let session = try start(
            ["convert", "complete-1.png", "complete-2.png", "--to", format, "-o", "out"]
                + (format == "aegis" ? ["--plain"] : []))
        #expect(try session.waitForExit() == 1)
        let text = words(session)
        let next =
            format == "aegis"
            ? "2. In Aegis: Settings › Import & Export › Import from file, then choose Aegis. 3. Compare some codes with "
                + "the old app before you remove anything there. 4. After the import, delete out. 5."
            : "2. Print the page, and keep the paper in a safe place. Any authenticator app scans a printed QR code, or "
                + "takes the secret below it. 3. Then delete out. 4."
        // The file lacks accounts, and would have to be imported twice.
        #expect(
            text.contains(
                "What to do 1. Take a screenshot of the missing QR code, or export again: part 3 of 3 of a Google "
                    + "Authenticator export is missing; part 2 is in complete-2.png. \(next)"))
        #expect(text.contains("Keep these until everything in them is imported: complete-1.png, complete-2.png"))
        #expect(!text.contains("Next:"))
        #expect(text.contains("Print it, keep the paper in a safe place, then delete the file.") == (format == "html"))
    }

    @Test("A database and a vault are kept", arguments: ["keepass", "totply-vault"])
    func kept(format: String) throws {
        try folder.write("otpauth://totp/Acme:eve?secret=GEZDGNBVGY3TQOJQ", to: "links.txt")
        try folder.write("erin rents 130 lighthouses\n", to: "passphrase")
        let arguments = [
            "convert", "links.txt", "--to", format, "-o", "out", "--force", "--target-passphrase-file", "passphrase",
        ]
        let session = try start(arguments)
        #expect(try session.waitForExit() == 0)
        let text = words(session)
        #expect(text.contains("out is your database. Keep it, and a copy elsewhere."))
        #expect(!text.contains("elete it") && !text.contains("delete the file"))
        #expect(text.contains("Then delete these files, also on the phone"))
        let plain = try Program.run(arguments, in: URL(filePath: folder.path))
        #expect(plain.errors.contains("Keep it, and a copy elsewhere.") && !plain.errors.contains("elete"))
    }

    @Test("Files that are more than copies are kept, and why is said")
    func more() throws {
        _ = try SampleVault(in: folder)
        for place in ["steam/plain.maFile", "bitwarden/plain.json"] {
            try folder.write(
                try FixtureFolder.bytes(FixtureFolder.package.appending(path: "Fixtures/exports/\(place)")),
                to: String(place.split(separator: "/").last ?? ""))
        }
        let session = try start(["import", "plain.maFile", "plain.json", "--vault", "vault.json"], columns: 200)
        _ = try session.waitForExit()
        let text = words(session)
        #expect(
            text.contains(
                "Keep these; they are more than copies of accounts (Steam's own file, with a revocation code that is not "
                    + "taken, exports of a password manager): plain.maFile, plain.json"))
        #expect(!text.contains("Then delete these files"))
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
                "otpauth://totp/Acme:user\(number)?secret=\(Self.secret(number))", to: "shots/\(number).txt")
        }
        let session = try start(["import", "shots", "--vault", "vault.json"])
        #expect(try session.waitForExit() == 0)
        #expect(session.screen.transcript.contains("9 files in shots (1.txt to 9.txt)"))
        // A range of names would contain files that must be kept.
        try folder.write("otpauth://totp/Acme:eve?secret=1", to: "shots/5.bad.txt")
        let again = try start(["import", "shots", "--vault", "vault.json"])
        #expect(try again.waitForExit() == 1)
        #expect(
            words(again).contains(#"with its service: "Acme: eve" in shots/5.bad.txt 4. Keep the files named above"#))
        #expect(again.screen.transcript.contains("9 of the 10 files in shots (--verbose names them)"))
    }

    /// Files in which an account may still be are named one by one, however many there are to delete.
    @Test("Every file that may have more is named: rejected entries, missing parts, failures, images without a code")
    func mayHaveMore() throws {
        _ = try SampleVault(in: folder)
        try folder.makeFolder("shots")
        for number in 1...9 {
            try folder.write(
                "otpauth://totp/Acme:user\(number)?secret=\(Self.secret(number))", to: "shots/\(number).txt")
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
        let text = words(session)
        #expect(text.contains("Export or save it again: shots/failed.png "))
        #expect(text.contains(#"with its service: "Acme: eve" in shots/rejected.txt "#))
        #expect(
            text.contains(
                "Keep the files named above, and these, until everything in them is imported: shots/part.png "))
        #expect(text.contains("something else as well: shots/diary.txt "))
        #expect(text.contains("warning: shots/blank.png: no QR code found"))
        #expect(text.contains("9 of the 14 files in shots (--verbose names them) xargs -d '\\n' rm -- < done.txt"))
        #expect(text.contains("Delete: done.txt names 9 of 14 files; look at it"))
        #expect(text.components(separatedBy: "xargs").count == 2, "it is not said again")
        #expect(try folder.text("done.txt") == (1...9).map { "shots/\($0).txt\n" }.joined())
    }

    @Test("Without a terminal, and with --quiet, this ending is left out")
    func scripts() throws {
        let vault = try SampleVault(in: folder)
        let links = try folder.write("otpauth://totp/Acme:eve?secret=GEZDGNBVGY3TQOJQ", to: "links.txt")
        let result = try vault.run(["import", links, "--vault", vault.path])
        #expect(!result.errors.contains("What to do"))
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
        #expect(
            words(first).contains(
                "part 2 of 3 of a Google Authenticator export is missing; part 1 is in complete-1.png, part 3 in "
                    + "complete-3.png."))
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
