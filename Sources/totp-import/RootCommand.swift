import ArgumentParser
import CSystem
import Encodings
import TOTPDomain

@main
struct RootCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "totp-import",
        abstract: "Move accounts without losing any.",
        discussion: """
            Reads QR screenshots, otpauth links, Google Authenticator exports and the exports of other apps, and \
            writes them to one encrypted vault or to another format. Every entry found is accounted for.
            """,
        version: ProgramVersion.current,
        subcommands: [
            ImportCommand.self, ConvertCommand.self, ScanCommand.self, ValidateCommand.self, ListCommand.self,
            CodesCommand.self, VerifyCommand.self, VaultCommand.self, FormatsCommand.self,
        ]
    )

    static func main() async {
        csystem_tune_malloc()
        csystem_fill_standard_streams()
        csystem_exit_on_signals()
        // Secrets are in memory; if the system refuses, the program still works.
        _ = csystem_forbid_memory_dumps()
        do {
            var command = try parseAsRoot(VerifyCommand.arguments(Array(CommandLine.arguments.dropFirst())))
            if var asyncCommand = command as? any AsyncParsableCommand {
                try await asyncCommand.run()
            } else {
                try command.run()
            }
        } catch {
            exit(withError: ExitCode(end(with: error)))
        }
    }

    /// Prints ArgumentParser's messages: help on standard output, usage errors on standard error.
    ///
    /// - returns: the exit code. An error that nobody foresaw is 2: nothing can be said of what was done.
    private static func end(with error: any Error) -> Int32 {
        if let code = error as? ExitCode { return code.rawValue }
        let code = exitCode(for: error)
        let text = fullMessage(for: error)
        guard code != .success else {
            if !text.isEmpty { try? Console().output(text.hasSuffix("\n") ? text : text + "\n") }
            return code.rawValue
        }
        guard code == .validationFailure else {
            Console().note("error: internal error: \(type(of: error)); please report this")
            return ExitStatus.nothing.rawValue
        }
        // The message repeats arguments, which may be links with secrets, or contain control characters.
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for line in lines { Console().note(String(line).withoutLinks.sanitized) }
        return code.rawValue
    }
}
