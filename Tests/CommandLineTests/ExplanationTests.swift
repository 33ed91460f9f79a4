import FixtureSupport
import Foundation
import Testing

/// No exit code other than 0 without a line that says why, and no line that shows a secret.
@Suite("Messages for failures")
struct ExplanationTests {
    private let folder: TemporaryFolder
    private static let secret = "JBSWY3DPEHPK3PXPJBSWY3DP"

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("otpauth://totp/Good:bob?secret=\(Self.secret)\n", to: "links.txt")
        try folder.write("otpauth://totp/Bad:eve?secret=1\n", to: "bad.txt")
    }

    private func run(_ arguments: [String]) throws -> Program.Outcome {
        try Program.run(arguments, in: URL(filePath: folder.path))
    }

    private static func image(_ path: String) -> String { FixtureFolder.images.appending(path: path).file }

    @Test(
        "Whatever is wrong, one line says so with --quiet",
        arguments: [
            (["convert", image("no-code/gradient.png"), image("plain/code.png"), "--to", "json"], 1),
            (["convert", image("google-parts/second-missing-1.png"), "--to", "json"], 1),
            (["convert", image("structured-append/last-missing.png"), "--to", "json"], 1),
            (["convert", "links.txt", "bad.txt", "--to", "json"], 1),
            (["convert", "bad.txt", "--to", "json"], 2),
            (["scan", image("no-code/gradient.png"), image("plain/code.png")], 1),
            (["scan", image("no-code/gradient.png")], 2),
            (["validate", "bad.txt"], 1), (["validate", "--json", "bad.txt"], 1),
            (["list", "links.txt", "--search", "zzz"], 1), (["codes", "links.txt", "--search", "zzz"], 1),
            (["vault", "check", "links.txt"], 2), (["vault", "check", "missing"], 2),
        ] as [([String], Int)])
    func quiet(arguments: [String], status: Int) throws {
        let outcome = try run(arguments + ["--quiet"])
        #expect(outcome.status == Int32(status))
        #expect(outcome.errorLines.count >= 1)
        Messages.expectHidden([Self.secret], in: outcome.errors, "standard error")
    }

    @Test("A search without a match says what was searched", arguments: ["list", "codes"])
    func noMatch(command: String) throws {
        let outcome = try run([command, "links.txt", "--search", "zzz"])
        #expect(outcome.status == 1)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors == "error: no account matches \"zzz\" (1 in links.txt)\n")
        let json = try run([command, "links.txt", "--search", "zzz", "--json"])
        #expect(json.status == 1)
        #expect(json.errorLines.count == 1)
    }

    @Test(
        "A link or a secret as an argument is never repeated",
        arguments: [
            ["scan", "LINK"], ["list", "LINK", "missing"],
            ["convert", "LINK", "missing", "--to", "qr", "--output", "-"],
            ["convert", "LINK", "missing", "--to", "json", "-o", "out.json", "--report", "report.json"],
            ["convert", "links.txt", "--to", "json", "--output", "LINK"],
            ["import", "links.txt", "--vault", "LINK"], ["vault", "check", "LINK"], ["LINK"],
            ["list", "links.txt", "--jobs", "LINK"], ["list", "links.txt", "--search", "LINK"],
            ["list", "links.txt", "--from", "LINK"], ["convert", "links.txt", "--to", "LINK"],
            ["list", "links.txt", "--source-passphrase-file", "LINK"], ["codes", "links.txt", "SECRET"],
            ["list", "links.txt", "--search", "SECRET"],
        ])
    func links(arguments: [String]) throws {
        let link = "otpauth://totp/Acorn:alice?secret=\(Self.secret)&issuer=Acorn"
        let outcome = try run(arguments.map { ["LINK": link, "SECRET": Self.secret][$0] ?? $0 })
        #expect(outcome.status != 0)
        #expect(!outcome.errors.isEmpty)
        Messages.expectHidden([Self.secret], in: outcome.errors, "standard error")
        let report = (try? folder.text("report.json")) ?? ""
        Messages.expectHidden([Self.secret], in: report, "the report")
    }

    @Test(
        "The vault's name is in the message, whatever the message starts with",
        arguments: ["t", "the", "not", "n", "vault"])
    func place(name: String) throws {
        try folder.write("{}", to: name)
        let outcome = try run(["vault", "check", name])
        #expect(outcome.status == 2)
        #expect(outcome.errors.hasPrefix("error: \(name): "))
    }

    @Test(
        "A recovery code that nobody saw is not added",
        .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "the system has no /dev/full"))
    func recoveryCode() throws {
        let vault = try SampleVault(in: folder)
        let before = try vault.bytes()
        let command = "exec \"$0\" vault recovery add \"$1\" >/dev/full"
        let outcome = try Program.run(
            URL(filePath: "/bin/sh"), ["-c", command, Program.url.file, vault.path],
            passphrase: SampleVault.passphrase, in: URL(filePath: folder.path))
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("the disk is full"))
        #expect(try vault.bytes() == before)
    }

    // MARK: - convert

    @Test("A loss is in the report, and an error with --strict")
    func losses() throws {
        try folder.write(
            """
            {"format":"totp-import-items","version":1,"items":[
            {"type":"totp","issuer":"A","name":"b","secret":"\(Self.secret)","algorithm":"SHA1","digits":6,"period":30,"note":"n"}
            ]}
            """, to: "items.json")
        let convert = ["convert", "items.json", "--to", "otpauth", "--report", "report.json"]
        #expect(try run(convert).status == 0)
        #expect(
            try folder.text("report.json").contains(
                #""losses":[{"index":0,"code":"note","what":"an otpauth link cannot store the note"}]"#))
        for flags in [["--strict"], ["--strict", "--quiet"]] {
            let strict = try run(convert + flags)
            #expect(strict.status == 1)
            #expect(strict.errors.contains("warning: \"A: b\": an otpauth link cannot store the note"))
        }
    }

    @Test("A caution about the app is shown before writing, also by a dry run")
    func cautions() throws {
        try folder.write(
            """
            otpauth://totp/A:b?secret=\(Self.secret)&issuer=A
            otpauth://steam/A:c?secret=\(Self.secret)&issuer=A

            """, to: "links.txt")
        try folder.write("otpauth://totp/A:b?secret=\(Self.secret)&issuer=A\n", to: "one.txt")
        /// The first word of each note.
        func said(_ input: String, _ target: String, _ flags: String...) throws -> [Substring] {
            let outcome = try run(["convert", input, "--to", target] + flags)
            #expect(outcome.status == 0)
            return outcome.errors.split(separator: "\n").filter { $0.hasPrefix("Note:    ") }
                .map { $0.dropFirst(9).prefix { $0 != " " } }
        }
        let apps: [Substring] = ["The", "FreeOTP+", "OTPClient"]
        #expect(try said("links.txt", "otpauth", "--output", "links.out") == apps)
        #expect(try said("links.txt", "otpauth", "--dry-run") == apps)
        #expect(try said("links.txt", "otpauth", "--dry-run", "--output", "other.out") == apps)
        #expect(try said("one.txt", "otpauth", "--dry-run") == ["The"])
        #expect(try said("one.txt", "freeotp-plus", "--output", "freeotp.json") == ["FreeOTP+"])
        #expect(try said("one.txt", "aegis", "--plain", "--dry-run") == [])
        #expect(try said("one.txt", "otpauth") == [])
    }

    // MARK: - scan

    @Test("scan --strict makes no error of an image from which everything was read")
    func scanStrict() throws {
        let beside = Self.image("not-an-account/beside-an-account.png"), animation = Self.image("webp/animation.webp")
        #expect(try run(["scan", beside, "--strict"]).status == 0)
        let strict = try run(["scan", animation, "--strict", "--quiet"])
        #expect(strict.status == 0 && strict.errors.isEmpty)
    }

    @Test("scan and import say the same about every image")
    func scanLikeImport() throws {
        let images = try FixtureFolder.files(below: FixtureFolder.images).map(\.file).filter { !$0.hasSuffix(".json") }
        func lines(_ outcome: Program.Outcome) -> Set<String> {
            Set(outcome.errorLines.filter { $0.contains("no QR code found") || $0.contains("found but not read") })
        }
        let scan = try run(["scan", "--json"] + images)
        #expect(lines(scan) == lines(try run(["convert", "--to", "json"] + images)))
        for line in lines(scan) where line.contains("found but not read") {
            let name = line.split(separator: ": ")[1]
            #expect(!lines(scan).contains { $0.contains("\(name): no QR code found") })
        }
    }

    // MARK: - Folders

    @Test("Hidden files and linked folders are skipped, counted and named")
    func skippedInFolders() throws {
        try folder.makeFolder("d")
        try folder.makeFolder("elsewhere")
        for name in ["d/links.txt", "d/.hidden.txt", "elsewhere/other.txt"] {
            try folder.write("otpauth://totp/Good:bob?secret=\(Self.secret)\n", to: name)
        }
        try folder.makeLink("d/folder", to: "../elsewhere")
        let outcome = try run(["convert", "d", "--to", "json", "--report", "report.json"])
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("1 read, 0 failed, 0 without an account, 2 skipped"))
        #expect(outcome.errors.contains("Skipped 2 files: 1 hidden, 1 linked folder (--verbose shows which)."))
        #expect(
            try ReportDocument(folder.path("report.json")).sources.map(\.status).sorted() == [
                "ok", "skipped", "skipped",
            ])
        let verbose = try run(["convert", "d", "--to", "json", "--verbose"])
        #expect(verbose.errors.contains("skipped: d/.hidden.txt: hidden"))
        #expect(verbose.errors.contains("skipped: d/folder: a link to a folder; name it to read it"))
    }
}
