import FixtureSupport
import Foundation
import Links
import TOTPDomain
import Testing
import Vault

/// Problems with a vault.
struct VaultTroubleTests {
    private let folder: TemporaryFolder
    private let vault: String

    init() throws {
        folder = try TemporaryFolder()
        vault = folder.path("vault.json")
        try folder.write("otpauth://totp/New:bob?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ\n", to: "links.txt")
        let old = try KeyURI.read(Array("otpauth://totp/Old:alice?secret=JBSWY3DPEHPK3PXP".utf8).span).account
        _ = try VaultFile.create(
            vault, passphrase: Passphrase("right"), items: [old], cost: .init(n: 16, r: 8, p: 1))
    }

    private func importLinks(passphrase: String? = "right") throws -> Program.Outcome {
        try Program.run(["import", folder.path("links.txt"), "--vault", vault], passphrase: passphrase)
    }

    @Test("A wrong passphrase exits with 3, and the vault stays as it is")
    func wrongPassphrase() throws {
        let before = try folder.bytes("vault.json")
        let outcome = try importLinks(passphrase: "wrong")
        #expect(outcome.status == 3)
        #expect(outcome.errors.contains("\(vault): wrong passphrase"))
        #expect(try folder.bytes("vault.json") == before)
    }

    @Test("A changed byte anywhere is one error that names the vault")
    func damagedAnywhere() throws {
        let good = try folder.bytes("vault.json")
        for index in stride(from: 0, to: good.count, by: good.count / 12) {
            var bytes = good
            bytes[index] ^= 1
            try folder.write(bytes, to: "vault.json")
            let outcome = try Program.run(["vault", "check", vault], passphrase: "right")
            #expect([2, 3].contains(outcome.status), "byte \(index)")
            #expect(outcome.errorLines.count == 1)
            #expect(outcome.errors.contains(vault))
        }
    }

    @Test("For a vault of a newer version, the error says to update")
    func newerVersion() throws {
        let text = try folder.text("vault.json").replacing("\"version\":1", with: "\"version\":2")
        try folder.write(text, to: "vault.json")
        let outcome = try importLinks()
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("update totp-import"))
    }

    @Test("A vault that another program has locked is an error")
    func lockedByAnother() throws {
        let descriptor = open("\(vault).lock", O_RDWR | O_CREAT, 0o600)
        defer { close(descriptor) }
        try #require(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        let outcome = try importLinks()
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("locked by another program"))
    }

    /// With a limit on file sizes, a write fails as on a full disk.
    @Test("A full disk leaves the vault and its folder as they were")
    func diskFull() throws {
        let links = (0..<200).map {
            "otpauth://totp/Big:\($0)?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&period=\($0 + 1)\n"
        }
        try folder.write(links.joined(), to: "links.txt")
        let before = try folder.bytes("vault.json")
        let command = "ulimit -f 16; exec \"$0\" import \"$1\" --vault \"$2\""
        let outcome = try Program.run(
            URL(filePath: "/bin/sh"), ["-c", command, Program.url.file, folder.path("links.txt"), vault],
            passphrase: "right")
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("the disk is full"))
        #expect(try folder.bytes("vault.json") == before)
        #expect(try folder.names() == ["links.txt", "vault.json", "vault.json.lock"])
    }

    @Test(.enabled(if: Program.canRunWithoutTerminal, "setsid is not installed"))
    func missingPassphraseNamesAllWays() throws {
        let outcome = try Program.runWithoutTerminal(["list", vault])
        #expect(outcome.status == 3)
        for way in ["--passphrase-file", "TOTP_IMPORT_PASSPHRASE", "terminal"] { #expect(outcome.errors.contains(way)) }
    }

    @Test func passphraseComesFromAFileAndFromStandardInput() throws {
        let file = try folder.write("right\nsecond line\n", to: "passphrase.txt")
        #expect(try Program.run(["vault", "check", vault, "--passphrase-file", file]).status == 0)
        let piped = try Program.run(
            ["vault", "check", vault, "--passphrase-file", "-"], input: Data("right\n".utf8))
        #expect(piped.status == 0)
        #expect(piped.text.contains("good, 1 account"))
    }

    @Test func recoveryCodeOpensWhenThePassphraseIsForgotten() throws {
        let code = try Program.run(["vault", "recovery", "add", vault], passphrase: "right").text
        let file = try folder.write(code.lowercased(), to: "code.txt")
        let next = try folder.write("next\n", to: "next.txt")
        let changed = try Program.run([
            "vault", "passwd", vault, "--recovery-file", file, "--new-passphrase-file", next,
        ])
        #expect(changed.status == 0)
        #expect(try Program.run(["vault", "check", vault], passphrase: "right").status == 3)
        #expect(try Program.run(["vault", "check", vault], passphrase: "next").status == 0)
        #expect(try Program.run(["vault", "check", vault, "--recovery-file", file]).status == 0)
    }

    @Test func createNeverOverwrites() throws {
        let before = try folder.bytes("vault.json")
        let outcome = try Program.run(["vault", "create", vault], passphrase: "other")
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("already exists"))
        #expect(try folder.bytes("vault.json") == before)
    }

    @Test func trialRunWritesNothing() throws {
        let before = try folder.bytes("vault.json")
        let outcome = try Program.run(
            ["import", folder.path("links.txt"), "--vault", vault, "--dry-run"], passphrase: "right")
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("1 added"))
        #expect(try folder.bytes("vault.json") == before)
    }
}
