import FixtureSupport
import Foundation
import Testing

/// Everything that can be wrong with an input, in one folder with one good link: the good one arrives, and each bad
/// one is named.
struct BadFolderTests {
    private let folder: TemporaryFolder
    private let vault: SampleVault

    private static let old = "otpauth://totp/Old:alice?secret=JBSWY3DPEHPK3PXPJBSWY3DP"
    private static let good = "otpauth://totp/Good:bob?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"

    init() throws {
        folder = try TemporaryFolder()
        vault = try SampleVault([Self.old], in: folder)
        try folder.write(Self.good + "\n", to: "good.txt")
    }

    struct Bad: CustomTestStringConvertible, Sendable {
        var name: String
        /// The bytes of the file: a fixture's, or a text.
        var fixture: String?
        var text = ""
        /// In the report: the source's status, and the code of its failure or of its first rejected entry.
        var status: String
        var code: String?

        var testDescription: String { name }
    }

    static let inputs: [Bad] = [
        Bad(name: "empty.png", fixture: "damaged/empty.png", status: "failed", code: "empty-file"),
        Bad(name: "no-picture.png", fixture: "damaged/text.png", status: "failed", code: "not-an-image"),
        Bad(
            name: "jpeg.bmp", fixture: "damaged/jpeg-in-a-bitmap.bmp", status: "failed", code: "unsupported-image"),
        Bad(name: "damaged.png", fixture: "damaged/signature-only.png", status: "failed", code: "image-damaged"),
        Bad(name: "cut.png", fixture: "damaged/truncated-before-the-code.png", status: "failed", code: "image-damaged"),
        Bad(name: "bomb.png", fixture: "damaged/bomb.png", status: "failed", code: "image-too-large"),
        Bad(name: "landscape.png", fixture: "no-code/gradient.png", status: "no-code"),
        Bad(name: "web.png", fixture: "not-an-account/web-address.png", status: "no-code"),
        Bad(name: "no-secret.txt", text: "otpauth://totp/A:b?issuer=A", status: "partial", code: "secret-missing"),
        Bad(
            name: "no-base32.txt", text: "otpauth://totp/A:b?secret=MFRGG1MFRGG8MFRGG", status: "partial",
            code: "secret-not-base32"),
        Bad(
            name: "algorithm.txt", text: "otpauth://totp/A:b?secret=MFRGGZDFMZTWQ2LK&algorithm=SHA384",
            status: "partial", code: "algorithm-unknown"),
        Bad(
            name: "digits-0.txt", text: "otpauth://totp/A:b?secret=MFRGGZDFMZTWQ2LK&digits=0", status: "partial",
            code: "digits-out-of-range"),
        Bad(
            name: "digits-99.txt", text: "otpauth://totp/A:b?secret=MFRGGZDFMZTWQ2LK&digits=99", status: "partial",
            code: "digits-out-of-range"),
    ]

    /// The secrets in the texts above, including secrets of rejected entries.
    private static let secrets = ["MFRGG1MFRGG8MFRGG", "MFRGGZDFMZTWQ2LK", "GEZDGNBVGY3TQOJQ", "JBSWY3DPEHPK3PXP"]

    @discardableResult
    private func write(_ bad: Bad, in place: String = "") throws -> String {
        let bytes = try bad.fixture.map { try FixtureFolder.bytes(FixtureFolder.images.appending(path: $0)) }
        return try folder.write(bytes ?? Array("\(bad.text)\n".utf8), to: place + bad.name)
    }

    private func lines(of outcome: Program.Outcome, naming path: String) -> [String] {
        outcome.errorLines.filter { $0.contains(path) && !$0.hasPrefix("Vault:") }
    }

    @Test("A bad input alone is named in one line, and the vault stays as it is", arguments: inputs)
    func aloneChangesNothing(bad: Bad) throws {
        let path = try write(bad)
        let before = try vault.bytes()
        let outcome = try vault.run(["import", path, "--vault", vault.path])
        #expect(outcome.status == 2)
        #expect(lines(of: outcome, naming: path).count == 1, "\(outcome.errors)")
        #expect(try vault.bytes() == before)
        Messages.expectPlain(outcome.errors)
        Messages.expectHidden(Self.secrets, in: outcome.errors, "standard error")
    }

    @Test func togetherStopNothing() throws {
        try folder.makeFolder("bad")
        for bad in Self.inputs { try write(bad, in: "bad/") }
        let report = folder.path("report.json")
        let missing = folder.path("nowhere.png"), empty = try folder.makeFolder("empty")
        let outcome = try vault.run([
            "import", missing, folder.path("bad"), empty, folder.path("good.txt"), "--vault", vault.path,
            "--report", report,
        ])
        #expect(outcome.status == 1)
        #expect(try vault.items().map(\.issuer) == ["Old", "Good"])

        let sources = try ReportDocument(report).sources
        for bad in Self.inputs {
            let path = folder.path("bad/\(bad.name)")
            #expect(lines(of: outcome, naming: path).count == 1, "\(bad.name): \(outcome.errors)")
            let source = try #require(sources.first { $0.name == path })
            #expect(source.status == bad.status, "\(bad.name)")
            #expect(source.code ?? source.entries.first?.code == bad.code, "\(bad.name)")
        }
        #expect(lines(of: outcome, naming: missing).count == 1)
        #expect(lines(of: outcome, naming: "\(empty):").count == 1)
        #expect(sources.first { $0.name == missing }?.code == "not-found")
        #expect(sources.first { $0.name == empty }?.code == "empty-folder")
        Messages.expectPlain(outcome.errors)
        Messages.expectHidden(Self.secrets, in: outcome.errors, "standard error")
        Messages.expectHidden(Self.secrets, in: try folder.text("report.json"), "the report")
    }

    /// Names and labels come from strangers: none may move the cursor, color the terminal or forge a line.
    @Test(arguments: [
        ["vault", "check", "$"], ["list", "$"], ["convert", "$", "--to", "json"], ["scan", "$"],
        ["import", "good.txt", "--vault", "$"], ["convert", "good.txt", "--to", "json", "--output", "$"],
        ["convert", ".", "--to", "json", "--verbose"], ["list", "good.txt", "--passphrase-file", "$-missing"],
        ["convert", "good.txt", "--to", "$"], ["convert", "good.txt", "--to", "json", "--from", "$"],
    ])
    func hostileFileNamesStayInTheirLine(arguments: [String]) throws {
        let hostile = "e\u{1B}[31mv\u{202E}i\nl"
        try folder.write("hello", to: hostile)
        let outcome = try Program.run(
            arguments.map { $0.replacing("$", with: hostile) }, passphrase: SampleVault.passphrase,
            in: URL(filePath: folder.path))
        #expect(!outcome.errors.isEmpty)
        Messages.expectPlain(outcome.errors)
        #expect(!outcome.errorLines.contains { $0.hasPrefix("l") }, "\(outcome.errors)")
    }

    @Test func hostileVaultNamesStayInTheirLine() throws {
        let hostile = folder.path("e\u{1B}[31mv\ni.json")
        try FileManager.default.copyItem(atPath: vault.path, toPath: hostile)
        let checked = try vault.run(["vault", "check", hostile])
        #expect(checked.status == 0)
        Messages.expectPlain(checked.text)
        #expect(checked.text.split(separator: "\n").count == 1)
        let imported = try vault.run(["import", folder.path("good.txt"), "--vault", hostile])
        #expect(imported.status == 0)
        Messages.expectPlain(imported.errors)
    }

    @Test(arguments: [["list"], ["codes"], ["convert", "--to", "otpauth", "--dry-run", "--verbose"], ["scan"]])
    func hostileLabelsStayInTheirLine(arguments: [String]) throws {
        let links = """
            otpauth://totp/E%1B%5B31mvil%0Aforged:a%E2%80%AEb?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ
            otpauth://totp/E%1B%5B31mvil%0Aforged:a?secret=1

            """
        let path = try folder.write(links, to: "links.txt")
        let outcome = try Program.run([arguments[0], path] + arguments.dropFirst())
        Messages.expectPlain(outcome.errors)
        Messages.expectPlain(outcome.text)
        #expect(
            !(outcome.errorLines + outcome.text.split(separator: "\n").map(String.init)).contains {
                $0.hasPrefix("forged")
            })
    }
}
