import ArgumentParser
import Encodings
import ImportPipeline
import PasswordManagerFormats
import TOTPDomain

/// An export whose logins get the codes.
struct IntoOptions: ParsableArguments {
    @Option(
        .writing, "Add the codes to the logins of this export.", value: "export",
        manual: """
            The export stays as it is; `--output` is the new one, in the same format. A code goes into the login of \
            the same site and user; in doubt, into a new entry, with a warning. See [into.md](into.md).
            """,
        completion: .file())
    var into: String?

    @Option(
        .writing, "Which logins get a code (default: certain).", value: "rule",
        manual: """
            With `doubtful`, also those that only may be the right ones; with `none`, every code gets a new entry.
            """)
    var intoRule: LoginRule?

    @Option(
        name: .customLong("match"), .writing, "Name an account's login: ISSUER:NAME=TITLE; repeatable.",
        value: "choice")
    var choices: [String] = []

    func validate() throws {
        guard into == nil else {
            if into == "-" { throw ValidationError("--into needs the name of a file") }
            return
        }
        if intoRule != nil { throw ValidationError("--into-rule can be used only with --into") }
        if !choices.isEmpty { throw ValidationError("--match can be used only with --into") }
    }

    func validate(for format: any ExportFormat, cipher: ExportOptions.Cipher?) throws {
        guard into != nil else { return }
        guard format is any LoginTarget else {
            let ids = Assembly.current.exportFormats.filter { $0 is any LoginTarget }.map(\.description.id.rawValue)
            throw ValidationError("--into can be used only with --to \(ids.sorted().joined(separator: ", "))")
        }
        if cipher != nil {
            throw ValidationError("--cipher and --into cannot be used together: a database keeps its cipher")
        }
    }

    /// Opens the export, before any other input is read.
    ///
    /// - Parameter isDryRun: whether nothing is written, so that no new file can be plain.
    /// - Returns: nil without `--into`.
    func open(
        _ format: any ExportFormat, _ target: TargetPassphraseOptions, _ reader: SourceReader, isDryRun: Bool
    ) async throws -> IntoPlan.Opened? {
        guard let into, let format = format as? any LoginTarget else { return nil }
        let opened: IntoPlan.Opened
        do throws(SourceError) {
            let (file, request) = try await reader.open(
                Input(name: into, location: .file(path: into)), of: format.description.app,
                mayNeedKeyFile: format.description.protection == .required
            ) { (request) throws(SourceError) in try format.open(request) }
            opened = IntoPlan.Opened(name: into, format: format, file: file, request: request)
        } catch { throw Self.failure(error, of: into) }
        if !isDryRun || opened.file.isEncrypted {
            try target.validate(for: format.description, isEncrypted: opened.file.isEncrypted, named: into)
        }
        return opened
    }

    /// Returns the outcome of each account.
    func plan(for items: [Account], in opened: IntoPlan.Opened) throws -> IntoPlan {
        do throws(SourceError) {
            let logins = opened.file.logins
            let decisions = try LoginMatching(logins, accounts: opened.file.accounts).decisions(
                for: items, rule: intoRule ?? .certain,
                chosen: try LoginChoices.resolve(choices, among: items, logins))
            return IntoPlan(opened: opened, items: items, decisions: decisions)
        } catch { throw Self.failure(error, of: opened.name) }
    }

    private static func failure(_ error: SourceError, of name: String) -> CommandError {
        CommandError(
            "\(name): \(error.problem)", error.remedy,
            status: error.isAboutPassphrase ? ExitStatus.passphrase : ExitStatus.nothing)
    }
}

extension LoginRule: ExpressibleByArgument {}
