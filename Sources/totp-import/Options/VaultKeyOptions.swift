import ArgumentParser
import TOTPDomain
import Vault

/// How to open a vault: with a passphrase, or with a recovery code.
struct VaultKeyOptions: ParsableArguments {
    @OptionGroup var passphrase: PassphraseOptions

    @Option(
        help: ArgumentHelp(
            "Open with a recovery code: the first line of a file, - for standard input.", valueName: "file"),
        completion: .file())
    var recoveryFile: String?

    func validate() throws {
        if passphrase.file != nil, recoveryFile != nil {
            throw ValidationError("--passphrase-file and --recovery-file cannot be used together")
        }
    }

    /// Opens a vault. Asks for a passphrase at most three times.
    func open(_ path: String, keepsBackup: Bool = true) throws -> VaultFile {
        if let recoveryFile {
            let code = try RecoveryCode(typed: PassphraseFile.first(recoveryFile))
            return try VaultFile.open(path, recoveryCode: code, keepsBackup: keepsBackup)
        }
        if let given = try passphrase.given() {
            return try VaultFile.open(path, passphrase: given, keepsBackup: keepsBackup)
        }
        // A file that is not a vault is refused before asking.
        try VaultFile.checkReadable(path)
        for attempt in 1...3 {
            guard let typed = PassphrasePrompt.ask("Passphrase for \(path)") else {
                throw PassphraseOptions.missing(path)
            }
            do throws(VaultError) {
                return try VaultFile.open(path, passphrase: typed, keepsBackup: keepsBackup)
            } catch {
                guard error == .wrongPassphrase, attempt < 3 else { throw error }
                Assembly.current.console.note("Wrong passphrase; try again")
            }
        }
        throw VaultError.wrongPassphrase
    }
}
