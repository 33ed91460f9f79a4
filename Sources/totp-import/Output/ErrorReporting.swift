import ArgumentParser
import Encodings
import ImportPipeline
import SafeFile
import TOTPDomain
import TOTPImport
import Vault

/// A command that gets a reporter, and returns its exit code.
protocol ReportingCommand: AsyncParsableCommand {
    var messages: OutputOptions { get }
    func run(_ reporter: Reporter) async throws -> ExitCode
}

extension ReportingCommand {
    func run() async throws { try await messages.reporter.reporting { try await run($0) } }
}

extension Reporter {
    /// Runs a command's work. An error becomes one line on standard error and the right exit code.
    ///
    /// - Parameter place: the file that an error without a path is about.
    func reporting(place: String? = nil, _ work: (Reporter) async throws -> ExitCode) async throws {
        defer { PassphrasePrompt.end() }
        var status: ExitCode
        do {
            status = try await SaveNotice.$current.withValue(SaveNotice { self.warning($0) }) {
                try await ProgressLine.$current.withValue(progress) { try await work(self) }
            }
        } catch let exit as ExitCode {
            status = exit
        } catch let problem as FileError where problem.kind == .brokenPipe {
            // The reader of a pipe has ended, as in `… | head`.
            throw ExitCode(141)
        } catch let problem {
            let (text, code) = explanation(of: problem, place)
            error(text)
            status = code
        }
        sayWhy(status)
        if status != ExitStatus.done { throw status }
    }

    /// Explains an exit code, unless a message did so already.
    func sayWhy(_ status: ExitCode) {
        if status != ExitStatus.done, !hasSaidWhy { error(ExitStatus.explanation(of: status, isQuiet: isQuiet)) }
    }

    private func status(of error: FileError) -> ExitCode { error.isWritten ? ExitStatus.partial : ExitStatus.nothing }

    private func explanation(of error: any Error, _ place: String?) -> (String, ExitCode) {
        let front = place.map { "\($0): " } ?? ""
        switch error {
        case let error as CommandError: return (error.message, error.status)
        case let error as FileError: return (error.description, status(of: error))
        case VaultError.file(let error): return (error.description, status(of: error))
        case let error as VaultError:
            return (front + error.message, error.isAboutPassphrase ? ExitStatus.passphrase : ExitStatus.nothing)
        case let error as KeyringError: return (front + error.message, ExitStatus.nothing)
        case let error as VaultConflict: return (front + error.message, ExitStatus.nothing)
        case let error as ExportError:
            return (
                front + error.message, error.code == .passphraseRequired ? ExitStatus.passphrase : ExitStatus.nothing
            )
        case let error as AppSearchError: return (error.message, ExitCode.validationFailure)
        case let error as LedgerError: return (error.description, ExitStatus.nothing)
        case is CancellationError: return ("interrupted; nothing was written", ExitCode(130))
        // Only its type: the text of an unknown error may contain a secret.
        default: return ("\(front)internal error: \(type(of: error)); please report this", ExitStatus.nothing)
        }
    }
}

/// The exit codes of the contract (`Docs/cli.md`).
enum ExitStatus {
    /// Everything found was handled.
    static let done = ExitCode(0)
    /// Some entries or inputs were rejected; the rest was done.
    static let partial = ExitCode(1)
    /// Nothing was done.
    static let nothing = ExitCode(2)
    /// A passphrase is wrong or missing.
    static let passphrase = ExitCode(3)

    /// Why a run ends with this code, if no other message explains it.
    static func explanation(of status: ExitCode, isQuiet: Bool) -> String {
        switch status {
        case partial:
            "something was rejected, incomplete or damaged" + (isQuiet ? "; run again without --quiet to see what" : "")
        case passphrase: "a passphrase is wrong or missing"
        default: "nothing could be read"
        }
    }
}

/// Ends a command with one line for people and an exit code.
struct CommandError: Error, Advised {
    /// With the file that it is about.
    let problem: String
    let advice: Advice?
    let status: ExitCode

    init(_ problem: String, _ advice: Advice? = nil, status: ExitCode = ExitStatus.nothing) {
        (self.problem, self.advice, self.status) = (problem, advice, status)
    }
}
