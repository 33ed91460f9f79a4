import ArgumentParser
import SafeFile
import TOTPDomain
import Vault

/// How a vault is opened: a passphrase, or a recovery code.
struct VaultKeyOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The vault's passphrase: the first line of a file, - for standard input (else TOTP_IMPORT_PASSPHRASE, else a prompt).",
            valueName: "file"),
        completion: .file())
    var passphraseFile: String?

    @Option(
        help: ArgumentHelp(
            "Open with a recovery code: the first line of a file, - for standard input.", valueName: "file"),
        completion: .file())
    var recoveryFile: String?

    func validate() throws {
        if passphraseFile != nil, recoveryFile != nil {
            throw ValidationError("--passphrase-file and --recovery-file exclude each other.")
        }
    }

    /// Inputs that are vaults are opened with passphrases alone, and standard input is read once.
    func validate(besides source: SourceOptions) throws {
        if recoveryFile != nil {
            throw ValidationError(
                "A recovery code opens a vault for import --vault, vault check and vault passwd only.")
        }
        let users = [passphraseFile, source.sourcePassphraseFile] + source.inputs.filter { $0 == "-" }
        if users.count(where: { $0 == "-" }) > 1 {
            throw ValidationError("Standard input (-) can be one thing only: an input, or one of the passphrases.")
        }
    }

    /// What was given beforehand, without a prompt.
    func given() throws -> Passphrase? {
        if let passphraseFile { return try PassphraseFile.first(passphraseFile) }
        return Console.environment("TOTP_IMPORT_PASSPHRASE").map { Passphrase($0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The passphrase for a vault that is made now: typed twice where it is typed.
    func newPassphrase(for path: String) throws -> Passphrase {
        if let given = try given() { return given }
        return try Self.askTwice("New passphrase for \(path)", missing: Self.missing(path))
    }

    static func askTwice(_ prompt: String, missing: CommandFailure) throws -> Passphrase {
        for _ in 1...3 {
            guard let first = PassphrasePrompt.ask(prompt) else { throw missing }
            guard !first.isEmpty else {
                Assembly.current.console.note("An empty passphrase protects nothing; choose another.")
                continue
            }
            guard let second = PassphrasePrompt.ask("The same again") else { throw missing }
            if first == second { return first }
            Assembly.current.console.note("The two differ; try again.")
        }
        throw CommandFailure(message: "no passphrase was chosen", status: ExitStatus.passphrase)
    }

    /// Opens a vault; where the passphrase is typed, there are three tries.
    func open(_ path: String, keepsBackup: Bool = true) throws -> VaultFile {
        if let recoveryFile {
            let code = try RecoveryCode(typed: PassphraseFile.first(recoveryFile))
            return try VaultFile.open(path, recoveryCode: code, keepsBackup: keepsBackup)
        }
        if let given = try given() { return try VaultFile.open(path, passphrase: given, keepsBackup: keepsBackup) }
        // A file that is no vault needs no passphrase to be refused.
        try VaultFile.checkReadable(path)
        for attempt in 1...3 {
            guard let typed = PassphrasePrompt.ask("Passphrase for \(path)") else { throw Self.missing(path) }
            do throws(VaultError) {
                return try VaultFile.open(path, passphrase: typed, keepsBackup: keepsBackup)
            } catch {
                guard error == .wrongPassphrase, attempt < 3 else { throw error }
                Assembly.current.console.note("That does not open it; try again.")
            }
        }
        throw VaultError.wrongPassphrase
    }

    private static func missing(_ path: String) -> CommandFailure {
        CommandFailure(
            message: "\(path): the vault's passphrase is missing; give it with --passphrase-file FILE, in the "
                + "environment as TOTP_IMPORT_PASSPHRASE, or run this in a terminal to be asked",
            status: ExitStatus.passphrase)
    }
}
