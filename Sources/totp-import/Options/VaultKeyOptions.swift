import ArgumentParser
import Encodings
import ImportPipeline
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

    /// Whether the passphrase must be typed.
    func isAsked(_ new: GenerateOptions) -> Bool {
        recoveryFile == nil && new.choice == nil && passphrase.isTyped
    }

    /// Opens a vault. Asks for a passphrase at most three times.
    ///
    /// - parameter progress: shows that work goes on; a key derivation is slow on purpose.
    func open(_ path: String, keepsBackup: Bool = true, _ progress: ProgressLine) throws -> VaultFile {
        func open(_ passphrase: Passphrase) throws(VaultError) -> VaultFile {
            try progress.during("Opening \(path.sanitized)") { () throws(VaultError) in
                try VaultFile.open(path, passphrase: passphrase, keepsBackup: keepsBackup)
            }
        }
        if let recoveryFile {
            let code = try RecoveryCode(typed: PassphraseFile.first(recoveryFile, "Recovery code"))
            return try progress.during("Opening \(path.sanitized)") {
                try VaultFile.open(path, recoveryCode: code, keepsBackup: keepsBackup)
            }
        }
        if let given = try passphrase.given() { return try open(given) }
        // A file that is not a vault is refused before asking.
        try VaultFile.checkReadable(path)
        // Also during the key derivation, when the next answer may be typed.
        let isHidden = ControllingTerminal()?.hide() ?? false
        defer { if isHidden { ControllingTerminal.show() } }
        var prompt = "Passphrase for \(path)"
        for attempt in 1...PassphraseQuestion.attempts {
            let typed: Passphrase
            switch PassphrasePrompt.ask(prompt) {
            case .typed(let passphrase): typed = passphrase
            case .empty:
                throw CommandError(message: "\(path): no passphrase was typed", status: ExitStatus.passphrase)
            case .unavailable: throw PassphraseOptions.missing(path)
            }
            do throws(VaultError) { return try open(typed) } catch {
                guard error == .wrongPassphrase, attempt < PassphraseQuestion.attempts else { throw error }
                prompt = "Wrong passphrase. Try again (\(attempt + 1) of \(PassphraseQuestion.attempts))"
            }
        }
        throw VaultError.wrongPassphrase
    }
}
