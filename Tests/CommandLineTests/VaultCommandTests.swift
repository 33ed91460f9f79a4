import FixtureSupport
import Foundation
import Testing

/// The life of a vault at the program's own cost: created, opened in every way, and given new keys.
struct VaultCommandTests {
    private let folder: TemporaryFolder
    private let vault: String

    init() throws {
        folder = try TemporaryFolder()
        vault = folder.path("vault.json")
        try folder.write("otpauth://totp/Good:bob?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ\n", to: "links.txt")
    }

    private struct Facts: Decodable, Equatable {
        var ok: Bool
        var accounts, deleted, passphrases, recoveryCodes: Int
    }

    private func check(_ arguments: [String] = [], passphrase: String? = nil) throws -> (status: Int32, facts: Facts?) {
        let outcome = try Program.run(["vault", "check", vault, "--json"] + arguments, passphrase: passphrase)
        return (outcome.status, try? JSONDecoder().decode(Facts.self, from: outcome.output))
    }

    @Test func isMadeEmptyAndPrivate() throws {
        let outcome = try Program.run(["vault", "create", vault], passphrase: "right")
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains(vault))
        #expect(outcome.output.isEmpty, "results go to standard output, and there is none")
        #expect(try folder.permissions("vault.json") == 0o600)
        #expect(try folder.permissions("vault.json.lock") == 0o600)
        #expect(try folder.text("vault.json").contains("\"n\":131072"))
        let facts = Facts(ok: true, accounts: 0, deleted: 0, passphrases: 1, recoveryCodes: 0)
        let checked = try check(passphrase: "right")
        #expect(checked.status == 0 && checked.facts == facts)
        // An empty vault is not a problem.
        #expect(try Program.run(["list", vault], passphrase: "right").status == 0)
    }

    @Test func isMadeByTheFirstImportAndBackedUpByTheSecond() throws {
        let arguments = ["import", folder.path("links.txt"), "--vault", vault]
        let first = try Program.run(arguments, passphrase: "right")
        #expect(first.status == 0)
        #expect(first.errors.contains("1 account is in \(vault) (new)."))
        #expect(try folder.permissions("vault.json") == 0o600)
        #expect(try folder.names() == ["links.txt", "vault.json", "vault.json.lock"])
        let before = try folder.bytes("vault.json")

        // No new accounts: nothing is written.
        #expect(try Program.run(arguments, passphrase: "right").status == 0)
        #expect(try folder.bytes("vault.json") == before)
        #expect(try folder.names() == ["links.txt", "vault.json", "vault.json.lock"])

        try folder.write("otpauth://totp/Other:eve?secret=MFRGGZDFMZTWQ2LKMFRGGZDF\n", to: "links.txt")
        #expect(try Program.run(arguments, passphrase: "right").status == 0)
        #expect(try folder.bytes("vault.json.bak.1") == before)
        #expect(try folder.permissions("vault.json.bak.1") == 0o600)
    }

    @Test func newPassphraseReplacesTheOldOneAndTheRecoveryCode() throws {
        _ = try Program.run(["vault", "create", vault], passphrase: "right")
        let added = try Program.run(["vault", "recovery", "add", vault], passphrase: "right")
        #expect(added.status == 0)
        let code = added.text.trimmingCharacters(in: .newlines)
        #expect(code.split(separator: "-").map(\.count) == Array(repeating: 4, count: 14))
        #expect(!added.errors.contains(code), "the code is a result, and is only in the output")
        let codeFile = try folder.write(code, to: "code.txt")
        let next = try folder.write("next\nsecond line\n", to: "next.txt")

        let changed = try Program.run(
            ["vault", "passwd", vault, "--new-passphrase-file", next, "--no-backup"], passphrase: "right")
        #expect(changed.status == 0)
        #expect(try check(passphrase: "right").status == 3)
        #expect(try check(["--recovery-file", codeFile]).status == 3)
        let newCode = try folder.write(changed.text, to: "new-code.txt")
        let facts = Facts(ok: true, accounts: 0, deleted: 0, passphrases: 1, recoveryCodes: 1)
        for checked in [try check(passphrase: "next"), try check(["--recovery-file", newCode])] {
            #expect(checked.status == 0 && checked.facts == facts)
        }
    }

    @Test func recoveryCodeThatOpensTheVaultSurvivesANewPassphrase() throws {
        let sample = try SampleVault(["otpauth://totp/Old:alice?secret=JBSWY3DPEHPK3PXP"], in: folder)
        let code = try folder.write(try sample.run(["vault", "recovery", "add", sample.path]).text, to: "code.txt")
        let next = try folder.write("next\n", to: "next.txt")
        let changed = try Program.run([
            "vault", "passwd", sample.path, "--recovery-file", code, "--new-passphrase-file", next,
        ])
        #expect(changed.status == 0 && changed.output.isEmpty)
        // The message about old copies, which still open.
        #expect(
            changed.errors.contains(
                "such as \(sample.path).bak.1 to \(sample.path).bak.2, still opens with the old passphrase"))
        #expect(try Program.run(["vault", "check", sample.path, "--recovery-file", code]).status == 0)
        #expect(try sample.run(["vault", "check", "\(sample.path).bak.1"]).status == 0)
        #expect(try sample.run(["vault", "check", sample.path]).status == 3)
    }

    @Test func recoveryCodesAreListedAndRemoved() throws {
        let sample = try SampleVault(in: folder)
        for _ in 1...3 { _ = try sample.run(["vault", "recovery", "add", sample.path]) }
        let list = try sample.run(["vault", "recovery", "list", sample.path]).text.split(separator: "\n")
        #expect(list.map { $0.split(separator: " ").first } == ["CODE", "1", "2", "3"])
        #expect(try sample.run(["vault", "recovery", "remove", sample.path, "4", "--yes"]).status == 1)
        let removed = try sample.run(["vault", "recovery", "remove", sample.path, "2", "--yes"])
        #expect(removed.status == 0 && removed.errors.contains("1 recovery code removed"))
        let rest = try sample.run(["vault", "recovery", "list", sample.path]).text.split(separator: "\n")
        #expect(
            rest.map { $0.split(separator: " ").last }
                == [list[0], list[1], list[3]].map { $0.split(separator: " ").last })
        #expect(try sample.run(["vault", "recovery", "remove", sample.path, "--all", "--yes"]).status == 0)
        #expect(try sample.run(["vault", "recovery", "list", sample.path]).output.isEmpty)
    }

    @Test func recoveryCodeOpensForAnImport() throws {
        let sample = try SampleVault(in: folder)
        let code = try sample.run(["vault", "recovery", "add", sample.path]).text
        let file = try folder.write(code, to: "code.txt")
        let outcome = try Program.run([
            "import", folder.path("links.txt"), "--vault", sample.path, "--recovery-file", file,
        ])
        #expect(outcome.status == 0)
        #expect(try sample.items().map(\.issuer) == ["Good"])
    }

    /// A flag that a command offers must work there; where it cannot, the command must not take it.
    @Test(
        "A recovery code opens the vault or is refused, and is never ignored",
        arguments: [["list"], ["codes"], ["convert", "--to", "json"]])
    func recoveryCodeIsNeverSilentlyLeftAside(arguments: [String]) throws {
        let sample = try SampleVault(["otpauth://totp/Old:alice?secret=JBSWY3DPEHPK3PXP"], in: folder)
        let file = try folder.write(try sample.run(["vault", "recovery", "add", sample.path]).text, to: "code.txt")
        let outcome = try Program.run(
            [arguments[0], sample.path, "--recovery-file", file] + arguments.dropFirst())
        #expect([0, 64].contains(outcome.status), "\(outcome.errors)")
        #expect(outcome.text.contains("alice") == (outcome.status == 0))
    }

    struct Key: CustomTestStringConvertible, Sendable {
        var name: String
        var file: String
        var status: Int32
        var testDescription: String { name }
    }

    @Test(
        "The first line of a passphrase file is the passphrase, even if the environment has another",
        arguments: [
            Key(name: "right", file: "right\n", status: 0),
            Key(name: "without a line's end", file: "right", status: 0),
            Key(name: "line's end of Windows", file: "right\r\nother\r\n", status: 0),
            Key(name: "empty file", file: "", status: 3),
            Key(name: "nothing but line ends", file: "\n\n", status: 3),
            Key(name: "wrong", file: "wrong\nright\n", status: 3),
        ])
    func passphraseFile(key: Key) throws {
        let sample = try SampleVault(in: folder)
        let file = try folder.write(key.file, to: "passphrase.txt")
        for (path, input) in [(file, ""), ("-", key.file)] {
            // The passphrase in the file takes precedence over the environment.
            let outcome = try Program.run(
                ["vault", "check", sample.path, "--passphrase-file", path],
                passphrase: key.status == 0 ? "wrong" : "right", input: Data(input.utf8))
            #expect(outcome.status == key.status, "\(path): \(outcome.errors)")
            #expect(outcome.errorLines.count == (key.status == 0 ? 0 : 1))
        }
    }

    @Test func missingPassphraseFileIsNamed() throws {
        let sample = try SampleVault(in: folder)
        let outcome = try Program.run(["vault", "check", sample.path, "--passphrase-file", folder.path("none.txt")])
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("none.txt: no such file"))
    }

    @Test(
        "A wrong recovery code exits with 3 and is not repeated",
        arguments: ["not a code", "AAAA-AAAA", String(repeating: "A", count: 56)])
    func recoveryCodeIsChecked(text: String) throws {
        let sample = try SampleVault(in: folder)
        let file = try folder.write(text, to: "code.txt")
        let outcome = try Program.run(["vault", "check", sample.path, "--recovery-file", file])
        #expect(outcome.status == 3)
        #expect(outcome.errorLines.count == 1)
        #expect(!outcome.errors.contains(text))
    }

    // MARK: - The lock

    /// Starts an import that has to wait for the lock, and waits until it does.
    private func importing(into sample: SampleVault) throws -> TerminalSession {
        let session = try TerminalSession(
            ["import", folder.path("links.txt"), "--vault", sample.path], passphrase: SampleVault.passphrase)
        try session.waitFor("Saving")
        return session
    }

    private func lock(_ sample: SampleVault) throws -> Int32 {
        let descriptor = open("\(sample.path).lock", O_RDWR | O_CLOEXEC)
        // It waits: a program that another test starts has a copy of each open file for a moment.
        try #require(descriptor >= 0 && flock(descriptor, LOCK_EX) == 0)
        return descriptor
    }

    /// Ctrl-C while the program waits: it ends at once, and the vault is unchanged.
    @Test func interruptLeavesTheVault() throws {
        let sample = try SampleVault(in: folder)
        let before = try sample.bytes()
        let descriptor = try lock(sample)
        defer { close(descriptor) }
        let session = try importing(into: sample)
        session.type("\u{3}")
        #expect(try session.waitForExit() == 130)
        #expect(try sample.bytes() == before)
        #expect(try folder.names() == ["links.txt", "vault.json", "vault.json.lock"])
    }

    @Test func lockThatIsGivenBackIsTaken() throws {
        let sample = try SampleVault(in: folder)
        let descriptor = try lock(sample)
        let session = try importing(into: sample)
        #expect(try sample.items().isEmpty)
        close(descriptor)
        #expect(try session.waitForExit() == 0)
        #expect(try sample.items().count == 1)
    }
}
