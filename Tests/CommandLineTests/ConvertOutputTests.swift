import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import totp_import

/// The output of `convert`, and the files that no command may ever overwrite.
struct ConvertOutputTests {
    private let folder: TemporaryFolder
    private static let link = "otpauth://totp/Good:bob?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ\n"

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Self.link, to: "links.txt")
    }

    private func items(_ input: String) throws -> [ExpectedAccounts.Item] {
        let outcome = try Program.run(["convert", input, "--to", "json", "--on-duplicate", "keep"])
        return try JSONDecoder().decode(ItemsDocument.self, from: outcome.output).items
    }

    @Test(
        "A target is named by its id or by the app's name",
        arguments: [
            ("google", "google-migration"), ("1Password", "onepassword"), ("Aegis", "aegis"),
            ("proton", "proton-authenticator"), ("Authy", nil),
        ])
    func names(typed: String, id: String?) throws {
        let outcome = try Program.run(["convert", folder.path("links.txt"), "--to", typed, "--dry-run"])
        #expect((outcome.status == 64) == (id == nil), "\(outcome.errors)")
        #expect(outcome.errors.contains("no file can be written for Authy; show QR codes") == (id == nil))
        #expect(id == nil || FormatID.ofTarget(typed).rawValue == id)
    }

    @Test(
        "On a terminal, convert without --output asks for a name, and shows no secret",
        arguments: [("\n", "accounts.txt"), ("mine.txt\n", "mine.txt"), ("\u{4}", nil)])
    func asksForTheFile(answer: String, name: String?) throws {
        let session = try TerminalSession(["convert", "links.txt", "--to", "otpauth"], in: folder.path)
        try session.waitFor("File to write [accounts.txt]: ")
        session.type(answer)
        #expect(try session.waitForExit() == (name == nil ? 64 : 0))
        #expect(!session.screen.transcript.contains("GEZDGNBV"))
        #expect(session.screen.transcript.contains("use --output -") == (name == nil))
        #expect(try folder.names() == (["links.txt"] + [name].compactMap { $0 }).sorted())
    }

    @Test("--output - writes to a terminal, and a folder of files is asked for as one")
    func explicitOutput() throws {
        let shown = try TerminalSession(["convert", "links.txt", "--to", "otpauth", "-o", "-"], in: folder.path)
        #expect(try shown.waitForExit() == 0)
        #expect(shown.screen.transcript.contains("GEZDGNBV"))
        let asked = try TerminalSession(["convert", "links.txt", "--to", "qr"], in: folder.path)
        try asked.waitFor("New folder to write [codes]: ")
        asked.type("\n")
        #expect(try asked.waitForExit() == 0)
        #expect(try folder.names() == ["codes", "links.txt"])
        let missing = try TerminalSession(["convert", "nothing.txt", "--to", "qr"], in: folder.path)
        #expect(try missing.waitForExit() == 2)
        #expect(!missing.screen.transcript.contains("to write"))
    }

    /// Every kind, parameter and name of the fixtures survives the conversion to links.
    @Test func linksReadBackAsTheyWere() throws {
        let images = FixtureFolder.images.file, output = folder.path("out.txt")
        let written = try Program.run([
            "convert", images, "--to", "otpauth", "--on-duplicate", "keep", "--output", output,
        ])
        #expect(written.status == 1, "some fixtures are damaged on purpose")
        #expect(try folder.permissions("out.txt") == 0o600)
        let before = try items(images)
        #expect(before.count > 200)
        #expect(try items(output) == before)
    }

    @Test func anAccountThatIsFoundTwiceIsWrittenOnce() throws {
        let path = folder.path("links.txt")
        let once = try Program.run(["convert", path, path, "--to", "otpauth"])
        #expect(once.status == 0)
        #expect(once.text.split(separator: "\n").count == 1)
        #expect(once.errors.contains("2 found = 1 added + 0 updated + 1 duplicate + 0 rejected"))
        let kept = try Program.run(["convert", path, path, "--to", "otpauth", "--on-duplicate", "keep"])
        #expect(kept.text.split(separator: "\n").count == 2)
    }

    @Test func nothingFoundMakesNoFile() throws {
        try folder.write("otpauth://totp/A:b?issuer=A\n", to: "links.txt")
        let outcome = try Program.run([
            "convert", folder.path("links.txt"), "--to", "otpauth", "--output", folder.path("out.txt"),
        ])
        #expect(outcome.status == 2)
        #expect(try folder.names() == ["links.txt"])
    }

    /// A full disk leaves the old file and no other.
    @Test func fullDiskLeavesTheOldFile() throws {
        let links = (0..<200).map { "otpauth://totp/Big:\($0)?secret=GEZDGNBVGY3TQOJQ&period=\($0 + 1)\n" }
        try folder.write(links.joined(), to: "links.txt")
        try folder.write("mine", to: "out.txt")
        let command = "ulimit -f 1; exec \"$0\" convert links.txt --to json --output out.txt --force --quiet"
        let outcome = try Program.run(
            URL(filePath: "/bin/sh"), ["-c", command, Program.url.file], in: URL(filePath: folder.path))
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("the disk is full"))
        #expect(try folder.text("out.txt") == "mine")
        #expect(try folder.names() == ["links.txt", "out.txt"])
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "the system has no /dev/full"))
    func fullStandardOutputIsAnError() throws {
        let command = "exec \"$0\" convert links.txt --to json >/dev/full"
        let outcome = try Program.run(
            URL(filePath: "/bin/sh"), ["-c", command, Program.url.file], in: URL(filePath: folder.path))
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("the disk is full"))
    }

    // MARK: - The report and other files

    /// The report replaces an existing file, but never the vault, the output or an input, however it is spelled.
    @Test(arguments: [
        ["import", "links.txt", "--vault", "vault.json", "--report", "vault.json"],
        ["import", "links.txt", "--vault", "vault.json", "--report", "./vault.json"],
        ["import", "links.txt", "--vault", "vault.json", "--report", "same.json"],
        ["import", "links.txt", "--vault", "new.json", "--report", "./new.json"],
        ["import", "links.txt", "--vault", "vault.json", "--report", "./links.txt"],
        ["convert", "links.txt", "--to", "json", "--output", "new.json", "--report", "./new.json"],
        ["convert", "links.txt", "--to", "json", "--report", "links.txt"],
    ])
    func reportNeverReplacesAnotherFileOfTheRun(arguments: [String]) throws {
        let vault = try SampleVault(["otpauth://totp/Old:alice?secret=JBSWY3DPEHPK3PXP"], in: folder)
        try folder.makeLink("same.json", to: "vault.json")
        let before = try vault.bytes()
        let names = try folder.names()
        let outcome = try Program.run(
            arguments, passphrase: SampleVault.passphrase, in: URL(filePath: folder.path))
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("--report"))
        #expect(try vault.bytes() == before)
        #expect(try folder.text("links.txt") == Self.link)
        #expect(try folder.names() == names)
    }

    /// A report that cannot be written is an error before any work is done.
    @Test func reportWithoutAFolderStopsTheRun() throws {
        let vault = try SampleVault(in: folder)
        let before = try vault.bytes()
        let outcome = try vault.run([
            "import", folder.path("links.txt"), "--vault", vault.path, "--report", folder.path("none/report.json"),
        ])
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains(folder.path("none")))
        #expect(try vault.bytes() == before)
    }
}
