import FixtureSupport
import Foundation
import Testing

/// E-mail files, as people save or export them.
struct MailTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let mail = FixtureFolder.package.appending(path: "Fixtures/mail")

    private struct Expected: Decodable {
        struct Part: Decodable { var name: String }
        var parts: [Part]
        var items: [ExpectedAccounts.Item]
    }

    private static func expected(_ name: String) throws -> Expected {
        let all = try JSONDecoder().decode(
            [String: Expected].self, from: Data(contentsOf: mail.appending(path: "expected.json")))
        return try #require(all[name])
    }

    @Test(
        "Images and texts in messages are read like files in a folder",
        arguments: ["forwarded.eml", "inline.eml", "nightly.mbox", "screenshot.eml"])
    func fixture(name: String) throws {
        let path = Self.mail.appending(path: name).file, report = folder.path("report.json")
        let expected = try Self.expected(name)
        let bytes = try FixtureFolder.bytes(URL(filePath: path))
        for (input, data) in [(path, []), ("-", bytes)] {
            let run = try Program.run(
                [
                    "convert", input, "--to", "json", "--on-duplicate", "keep", "--report", report, "--verbose",
                ], input: Data(data))
            #expect(run.status == 0, "\(run.errors)")
            let items = try JSONDecoder().decode(ItemsDocument.self, from: run.output).items
            #expect(Set(items) == Set(expected.items) && items.count == expected.items.count)
            let sources = try ReportDocument(report).sources.map(\.name)
            for part in expected.parts where !part.name.hasSuffix(".zip") {
                // A page is read as its parts.
                let name = "\(input):\(part.name)"
                #expect(sources.contains(name) || sources.contains("\(name):text"), "\(part.name)")
            }
        }
        let links = expected.items.count
        let validated = try Program.run(["validate", path, "--json"])
        #expect(validated.text.contains("{\"totals\":{\"links\":\(links),"), "\(validated.errors)")
        #expect(try Program.run(["list", path]).text.split(separator: "\n").count == links + 1)
        #expect(try Program.run(["scan", path]).status == 0)
    }

    @Test func aMessageThatIsCutOffIsReadAsFarAsItGoes() throws {
        let run = try Program.run(["list", Self.mail.appending(path: "cut-off.eml").file])
        #expect(run.status == 1)
        #expect(run.text.split(separator: "\n").count == 2)
        #expect(run.errors.contains("cut-off.eml:cut.png: "))
    }

    @Test func aMailboxOfAFolderAndOfAnArchiveIsRead() throws {
        let bytes = try FixtureFolder.bytes(Self.mail.appending(path: "nightly.mbox"))
        try folder.makeFolder("mails")
        _ = try folder.write(bytes, to: "mails/a.mbox")
        _ = try folder.write(try ArchiveFile([.init("b.mbox", bytes)]).bytes(.zip), to: "mails/b.zip")
        let run = try Program.run(["list", folder.path("mails")])
        #expect(run.status == 0)
        #expect(run.text.split(separator: "\n").count == 7)
    }

    @Test(
        "A text outside of the parts of a message is named if it may hold something of an account",
        arguments: [
            ("# otpauth://totp/Acorn:zoe?secret=MZQXO3TFNZ2GK43UMVZHG5DJ", "it has a link that was not taken"),
            ("[Acorn]\nsecret = MZQXO3TFNZ2GK43UMVZHG5DJ", "it may have another secret"),
            ("backup codes: 8392-0175 1726-3940 5501-9283", "it has recovery codes"),
            ("Your mail program does not show parts; codecs are missing.", nil),
        ] as [(String, String?)])
    func textOutsideParts(text: String, problem: String?) throws {
        let run = try list(text)
        #expect(run.status == (problem == nil ? 0 : 1), "\(run.errors)")
        if let problem { #expect(run.errors.contains("a.eml:text outside the parts: \(problem)"), "\(run.errors)") }
    }

    @Test(
        "Recovery codes in the text of a message are named",
        arguments: [
            ("Your recovery codes:\n8392-0175\n1726-3940", true), ("The code is for 2026-01-01, 10:00.", false),
        ])
    func recoveryCodesInText(text: String, areNamed: Bool) throws {
        let run = try list("--x\n\n\(text)")
        #expect(run.status == 0)
        #expect(run.errors.contains("1 list of recovery codes was not looked into") == areNamed, "\(run.errors)")
    }

    /// Lists a message with a text before the part with an account.
    private func list(_ text: String) throws -> Program.Outcome {
        let path = try folder.write(
            """
            From: a
            Date: b
            Content-Type: multipart/mixed; boundary=x

            \(text)
            --x

            otpauth://totp/Acorn:anna?secret=JBSWY3DPEHPK3PXP
            --x--
            """, to: "a.eml")
        let run = try Program.run(["list", path])
        #expect(run.text.split(separator: "\n").count == 2)
        return run
    }

    @Test func aMessageWithoutAnythingToReadSaysSo() throws {
        let path = try folder.write("From: a\nTo: b\nSubject: c\n\nHello\n", to: "a.eml")
        let run = try Program.run(["list", path])
        #expect(run.status == 2)
        #expect(run.errors.contains("no image or known export in this archive"))
        #expect(try Program.run(["validate", path, "--allow-empty"]).status == 0)
    }

    // MARK: - Nightly runs

    private static let nothing = ["empty folder", "empty text", "only prose", "no code"]

    @Test("With --allow-empty, finding nothing is not a failure", arguments: nothing)
    func allowsEmpty(what: String) throws {
        let path: String
        switch what {
        case "empty folder":
            try folder.makeFolder("shots")
            path = folder.path("shots")
        case "empty text": path = try folder.write("", to: "links.txt")
        case "only prose": path = try folder.write("From: a\nDate: b\n\nHello\n", to: "mail.eml")
        default:
            let images = FixtureFolder.images.appending(path: "no-code")
            path = try #require(FixtureFolder.files(below: images).first { $0.pathExtension == "png" }).file
        }
        let vault = folder.path("vault.json")
        let passphrase = ["TOTP_IMPORT_PASSPHRASE": "correct horse"]
        let commands = [
            ["import", path, "--vault", vault], ["convert", path, "--to", "json"], ["list", path],
            ["list", path, "--json"],
            ["convert", path, "--to", "otpauth", "--output", folder.path("links.out")], ["scan", path],
            ["validate", path],
        ]
        for command in commands where command[0] != "validate" || what != "no code" {
            let failed = try Program.run(command, environment: passphrase)
            #expect(failed.status == 2, "\(command)")
            let allowed = try Program.run(command + ["--allow-empty"], environment: passphrase)
            #expect(allowed.status == 0, "\(command): \(allowed.errors)")
            #expect(!allowed.errors.contains("error:"), "\(command): \(allowed.errors)")
        }
        #expect(try Program.run(["validate", path, "--allow-empty"]).status == 0)
        #expect(try folder.names().allSatisfy { $0 != "vault.json" && $0 != "links.out" })
    }

    @Test func aRealFailureIsStillOne() throws {
        for command in [["validate"], ["scan"], ["list"], ["convert", "--to", "json"]] {
            #expect(try Program.run(command + [folder.path("gone.png"), "--allow-empty"]).status == 2)
            let empty = try folder.write("", to: "shot.png")
            #expect(try Program.run(command + [empty, "--allow-empty"]).status == 2)
        }
        #expect(try Program.run(["validate", "--allow-empty"]).status == 0)
        let bad = try folder.write("otpauth://totp/a?secret=AAAA1\n", to: "bad.txt")
        #expect(try Program.run(["validate", bad, "--allow-empty"]).status == 1)
        #expect(try Program.run(["convert", bad, "--to", "json", "--allow-empty"]).status == 2)
    }
}
