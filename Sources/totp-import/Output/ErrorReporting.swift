import ArgumentParser
import Encodings
import ImportPipeline
import SafeFile
import TOTPDomain
import Vault

extension AsyncParsableCommand {
    /// Runs a command's work; what goes wrong becomes one line on standard error and the right exit code.
    ///
    /// - parameter place: the file that an error without a path is about.
    func reporting(_ talk: OutputOptions, place: String? = nil, _ work: () async throws -> ExitCode) async throws {
        let console = Assembly.current.console
        func fail(_ message: String, _ status: ExitCode) -> ExitCode {
            let front = place.map { message.hasPrefix($0) ? "" : "\($0): " } ?? ""
            console.note("\(talk.errorStyle(console).red("error:")) \((front + message).sanitized)")
            return status
        }
        let status: ExitCode
        do {
            status = try await work()
        } catch let failure as CommandError {
            status = fail(failure.message, failure.status)
        } catch let problem as FileError where problem.kind == .brokenPipe {
            // `… | head` has seen enough.
            status = ExitCode(141)
        } catch let problem as FileError {
            status = fail(problem.description, ExitStatus.nothing)
        } catch let error as VaultError {
            status = fail(error.advice, error.isAboutPassphrase ? ExitStatus.passphrase : ExitStatus.nothing)
        } catch let mismatch as LedgerError {
            status = fail(mismatch.description, ExitStatus.nothing)
        } catch is CancellationError {
            status = fail("interrupted; nothing was written", ExitCode(130))
        }
        if status != ExitStatus.done { throw status }
    }
}
