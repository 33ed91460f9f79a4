import FixtureSupport
import Testing

/// The inputs that `web` refuses before it listens.
struct WebUsageTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(
        "A port or idle time out of range, and a passphrase without a vault, are refused",
        arguments: [
            (["--port", "0"], "--port must be 1 to 65535"), (["--port", "65536"], "--port must be 1 to 65535"),
            (["--idle", "1"], "--idle must be 2 to 1440 minutes"),
            (["--idle", "1441"], "--idle must be 2 to 1440 minutes"),
            (["--passphrase-file", "x"], "--passphrase-file can be used only with --vault"),
        ])
    func optionsHaveRanges(_ options: [String], _ message: String) throws {
        let outcome = try Program.run(["web", "--no-open"] + options)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
        #expect(outcome.output.isEmpty)
    }

    @Test func aFileThatIsNoVaultIsRefused() throws {
        let path = try folder.write("{}", to: "no.json")
        let outcome = try Program.run(["web", "--no-open", "--vault", path])
        #expect(outcome.status == 2)
        #expect(outcome.errors.hasPrefix("error: \(path): not a vault"), "\(outcome.errors)")
        #expect(outcome.output.isEmpty)
    }

    @Test func aWrongPassphraseIsNoticedAtOnce() throws {
        let vault = try SampleVault(["otpauth://totp/Acme:a?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"], in: folder)
        let outcome = try Program.run(["web", "--no-open", "--vault", vault.path], passphrase: "wrong")
        #expect(outcome.status == 3)
        #expect(outcome.errors.contains("wrong passphrase"))
        #expect(outcome.output.isEmpty)
    }

    @Test func aVaultInAFolderThatDoesNotExistIsRefused() throws {
        let outcome = try Program.run(["web", "--no-open", "--vault", folder.path("none/v.json")])
        #expect(outcome.status == 2)
        #expect(outcome.output.isEmpty)
    }
}
