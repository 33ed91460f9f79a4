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
            CodesCommand.self, VerifyCommand.self, VaultCommand.self, FormatsCommand.self, GuideCommand.self,
        ]
    )

    static func main() async {
        csystem_tune_malloc()
        csystem_fill_standard_streams()
        csystem_exit_on_signals()
        // Secrets are in memory; if the system refuses, the program still works.
        _ = csystem_forbid_memory_dumps()
        let arguments = VerifyCommand.arguments(Array(CommandLine.arguments.dropFirst()))
        if VersionDetails.areAsked(by: arguments) {
            exit(withError: ExitCode(VersionDetails.write(to: Console())))
        }
        do {
            try UsageMessage.checkHyphens(arguments)
            var command = try parseAsRoot(arguments)
            if var asyncCommand = command as? any AsyncParsableCommand {
                try await asyncCommand.run()
            } else {
                try command.run()
            }
        } catch {
            exit(withError: ExitCode(end(with: error, arguments)))
        }
    }

    /// Prints ArgumentParser's messages: help on standard output, usage errors on standard error.
    ///
    /// - returns: the exit code. An error that nobody foresaw is 2: nothing can be said of what was done.
    private static func end(with error: any Error, _ arguments: [String]) -> Int32 {
        if let code = error as? ExitCode { return code.rawValue }
        let code = exitCode(for: error)
        let console = Console()
        guard code != .success else {
            let text = HelpExamples.adding(to: fullMessage(for: error))
            if !text.isEmpty { try? console.output(text.hasSuffix("\n") ? text : text + "\n") }
            return code.rawValue
        }
        guard code == .validationFailure else {
            console.note("error: internal error: \(type(of: error)); please report this")
            return ExitStatus.nothing.rawValue
        }
        for line in UsageMessage(error, arguments: arguments).lines {
            console.note(line.wrapped(to: console.errorColumns, indentation: 2))
        }
        return code.rawValue
    }
}
