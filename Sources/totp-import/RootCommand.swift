import ArgumentParser
import CProcess
import Encodings
import TOTPDomain
import TOTPImport

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
            CodesCommand.self, QRCommand.self, VerifyCommand.self, VaultCommand.self, FormatsCommand.self,
            GuideCommand.self,
        ] + page
    )

    #if Web
        private static let page: [any ParsableCommand.Type] = [WebCommand.self]
    #else
        private static let page: [any ParsableCommand.Type] = []
    #endif

    static func main() async {
        cprocess_fill_standard_streams()
        checkAddressSpace()
        cprocess_tune_malloc()
        cprocess_exit_on_signals()
        // Secrets are in memory; if the system refuses, the program still works.
        _ = cprocess_forbid_memory_dumps()
        checkArguments()
        if await ClipboardClearing.run(Array(CommandLine.arguments.dropFirst())) { return }
        let arguments = VerifyCommand.arguments(SourceOptions.joiningColumns(Array(CommandLine.arguments.dropFirst())))
        if VersionDetails.areAsked(by: arguments) { cprocess_end(await print(VersionDetails.text)) }
        do {
            if try await WatchedCodes.run(arguments) { cprocess_end(ExitStatus.done.rawValue) }
            try UsageMessage.checkHelp(arguments, of: self)
            var command = try parseAsRoot(arguments)
            if var asyncCommand = command as? any AsyncParsableCommand {
                try await asyncCommand.run()
            } else {
                try command.run()
            }
        } catch {
            cprocess_end(await end(with: error, arguments))
        }
        cprocess_end(ExitStatus.done.rawValue)
    }

    /// Swift repairs arguments that are not UTF-8, and a repaired name may be the name of another file.
    private static func checkArguments() {
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let argument = CommandLine.unsafeArgv[index], String(validatingCString: argument) == nil else {
                continue
            }
            Console().note("error: argument \(index) is not valid UTF-8; rename the file, and name it again")
            cprocess_end(ExitStatus.nothing.rawValue)
        }
    }

    /// With less, the system cannot start the threads, and the program would wait for them, or crash.
    private static func checkAddressSpace() {
        let limit = Limit.addressSpace
        let space = cprocess_address_space()
        guard space < limit else { return }
        Console().note(
            "error: this process may only use \(space >> 20) MiB of address space; raise it to at least \(limit >> 20) MiB "
                + "(ulimit -v \(limit >> 10))")
        cprocess_end(ExitStatus.nothing.rawValue)
    }

    /// Prints ArgumentParser's messages: help on standard output, usage errors on standard error.
    ///
    /// - Returns: the exit code. It is 2 for an unexpected error: the outcome is unknown.
    private static func end(with error: any Error, _ arguments: [String]) async -> Int32 {
        if let code = error as? ExitCode { return code.rawValue }
        let code = exitCode(for: error)
        guard code != .success else {
            let text = HelpExamples.adding(to: fullMessage(for: error), in: CommandTree(self))
            return await print(text.isEmpty || text.hasSuffix("\n") ? text : text + "\n")
        }
        let console = Console()
        guard code == .validationFailure else {
            console.note("error: internal error: \(type(of: error)); please report this")
            return ExitStatus.nothing.rawValue
        }
        for line in UsageMessage(error, arguments: arguments, of: self).lines {
            console.note(line.wrapped(to: console.errorColumns, indentation: 2))
        }
        return code.rawValue
    }

    /// Prints a text that is the whole result.
    ///
    /// - Returns: the exit code.
    private static func print(_ text: String) async -> Int32 {
        do {
            try await Reporter(Console()).reporting { reporter in
                try reporter.output(text)
                return ExitStatus.done
            }
            return ExitStatus.done.rawValue
        } catch { return (error as? ExitCode ?? ExitStatus.nothing).rawValue }
    }
}
