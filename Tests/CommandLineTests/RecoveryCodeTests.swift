import FixtureSupport
import Foundation
import Testing

/// A recovery code opens a vault wherever its passphrase is asked for.
struct RecoveryCodeTests {
    private let folder: TemporaryFolder
    private let vault: SampleVault
    private let code: String

    init() throws {
        folder = try TemporaryFolder()
        vault = try SampleVault(["otpauth://totp/Acme:alice?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"], in: folder)
        code = try vault.run(["vault", "recovery", "add", vault.path]).text.trimmingCharacters(in: .newlines)
        try folder.write("otpauth://totp/Acme:alice?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", to: "links.txt")
    }

    private static let commands: [[String]] = [
        ["list", "V"], ["codes", "V"], ["convert", "V", "--to", "json"], ["verify", "V", "links.txt"],
        ["vault", "check", "V"], ["vault", "restore", "V"], ["import", "links.txt", "--vault", "V"],
    ]

    private func arguments(_ command: [String]) -> [String] { command.map { $0 == "V" ? vault.path : $0 } }

    @Test("A recovery code from the environment or a file opens the vault in every command", arguments: commands)
    func opensFromTheEnvironmentAndFromAFile(command: [String]) throws {
        let place = URL(filePath: folder.path)
        let fromEnvironment = try Program.run(arguments(command), passphrase: code, in: place)
        #expect(fromEnvironment.status == 0, "\(fromEnvironment.errors)")
        let file = try folder.write("\(code.lowercased())\n", to: "code.txt")
        let fromFile = try Program.run(arguments(command) + ["--passphrase-file", file], in: place)
        #expect(fromFile.status == 0, "\(fromFile.errors)")
    }

    @Test(
        "A recovery code that is typed at the prompt opens the vault and is not shown",
        arguments: [["vault", "check", "V"], ["list", "V"]])
    func opensAtThePrompt(command: [String]) throws {
        let session = try TerminalSession(arguments(command), in: folder.path)
        try session.waitFor("Passphrase")
        try session.waitFor(": ")
        session.type("\(code)\n")
        #expect(try session.waitForExit() == 0)
        #expect(!session.screen.transcript.contains(code.prefix(9)))
    }

    @Test(
        "After a wrong passphrase, the message says that a recovery code also works",
        arguments: commands.filter { $0 != ["vault", "restore", "V"] })
    func isNamedWhereThePassphraseIsWrong(command: [String]) throws {
        let outcome = try Program.run(arguments(command), passphrase: "wrong", in: URL(filePath: folder.path))
        #expect([1, 3].contains(outcome.status))
        #expect(outcome.errors.contains("recovery code in place of the passphrase"), "\(outcome.errors)")
    }

    @Test("After a wrong passphrase, the prompt names the recovery code")
    func promptNamesIt() throws {
        let session = try TerminalSession(["vault", "check", vault.path])
        try session.waitFor("Passphrase for")
        session.type("wrong\n")
        try session.waitFor("Wrong passphrase; the recovery code opens the vault as well. Try again (2 of 3): ")
        session.type("\(code.dropLast())9\n")
        try session.waitFor("Not a recovery code, or mistyped. Try again (3 of 3): ")
        session.type("wrong\n")
        #expect(try session.waitForExit() == 3)
        #expect(session.words.contains("recovery code in place of the passphrase"))
    }

    @Test func aNewPassphraseKeepsTheCodeThatWasTypedInPlaceOfTheOldOne() throws {
        let next = try folder.write("next\n", to: "next.txt")
        let changed = try Program.run(
            ["vault", "passwd", vault.path, "--new-passphrase-file", next], passphrase: code)
        #expect(changed.status == 0 && changed.output.isEmpty, "\(changed.errors)")
        #expect(try Program.run(["vault", "check", vault.path], passphrase: code).status == 0)
    }

    @Test func theSlipHasTheCommand() throws {
        let session = try TerminalSession(["vault", "recovery", "add", vault.path], passphrase: SampleVault.passphrase)
        try session.waitFor("Write it on paper, with this command.")
        try session.waitFor("totp-import vault passwd ")
        #expect(try session.waitForExit() == 0)
    }
}

extension TerminalSession {
    /// The words on the screen, however its lines are broken.
    var words: String { screen.transcript.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
