import ArgumentParser
import Encodings
import ImportPipeline
import TOTPDomain
import Vault

/// How to open a vault: with a passphrase, or with a recovery code. A recovery code is also taken in place of the
/// passphrase.
struct VaultKeyOptions: ParsableArguments {
    @OptionGroup var passphrase: PassphraseOptions

    @Option(
        .passphrases, "Open with a recovery code in a file (- is standard input).", value: "file",
        manual: "It is the first line; spaces, hyphens and case do not matter.")
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

    /// Opens a vault. Asks for a passphrase at most three times, if the vault is not unlocked.
    ///
    /// - Parameter isAlwaysAsked: whether to ask even if the vault is unlocked, as before a change of its keys.
    func open(
        _ path: String, backups: BackupPolicy = .standard, isAlwaysAsked: Bool = false
    ) throws -> VaultFile {
        try openWithKey(path, backups: backups, isAlwaysAsked: isAlwaysAsked).file
    }

    /// Opens a vault, and returns its key as well.
    ///
    /// - Parameter name: of the file, in the prompt; nil is its path.
    func openWithKey(
        _ path: String, called name: String? = nil, backups: BackupPolicy = .standard, isAlwaysAsked: Bool = false
    ) throws -> (file: VaultFile, key: VaultKey) {
        try VaultDamage.naming(versionsOf: path) {
            if let given = try given() { return (try given.open(path, backups: backups), given) }
            if !isAlwaysAsked, let file = try VaultFile.open(path, unlockedIn: .system, backups: backups) {
                return (file, .unlocked)
            }
            return try openAsking(path, called: name, backups: backups)
        }
    }

    private func openAsking(
        _ path: String, called name: String?, backups: BackupPolicy
    ) throws -> (file: VaultFile, key: VaultKey) {
        // A file that is not a vault is refused before asking.
        try VaultFile.checkReadable(path)
        var prompt = "Passphrase for \(name ?? path)"
        for attempt in 1...PassphraseQuestion.attempts {
            let typed: Passphrase
            switch PassphrasePrompt.ask(prompt) {
            case .typed(let passphrase): typed = passphrase
            case .skip:
                throw CommandError(
                    "\(path): no passphrase was typed; nothing was changed", status: ExitStatus.passphrase)
            case .nobody: throw CommandError(missing: .vault, of: path)
            }
            do throws(VaultError) {
                let key = VaultKey.passphrases([typed])
                return (try key.open(path, backups: backups), key)
            } catch {
                guard error.isAboutPassphrase else { throw error }
                guard attempt < PassphraseQuestion.attempts else {
                    let advice: Advice =
                        error == .wrongPassphraseOrCode
                        ? "use the recovery code in place of the passphrase, or see totp-import guide rescue" : .rescue
                    throw CommandError("\(path): \(error.problem)", advice, status: ExitStatus.passphrase)
                }
                prompt = "\(Self.problem(error)). Try again (\(attempt + 1) of \(PassphraseQuestion.attempts))"
            }
        }
        throw VaultError.wrongPassphrase
    }

    private static func problem(_ error: VaultError) -> String {
        switch error {
        case .wrongPassphraseOrCode: "Wrong passphrase; the recovery code opens the vault as well"
        case .wrongRecoveryCode: "Wrong recovery code"
        case .malformedRecoveryCode: "Not a recovery code, or mistyped"
        default: "Wrong passphrase"
        }
    }

    /// The key that was given in advance, without a prompt.
    func given() throws -> VaultKey? {
        if let recoveryFile {
            return .recovery(try RecoveryCode(typed: PassphraseFile.first(recoveryFile, "Recovery code")[0]))
        }
        let known = try passphrase.given.known()
        return known.isEmpty ? nil : .passphrases(known)
    }
}

enum VaultKey {
    /// One of them.
    case passphrases([Passphrase])
    case recovery(RecoveryCode)
    /// The key that `vault unlock` kept.
    case unlocked

    func open(_ path: String, backups: BackupPolicy = .standard) throws(VaultError) -> VaultFile {
        // A key derivation is slow on purpose, and so is reading many accounts.
        try ProgressLine.showing("Opening \(path.sanitized)") { () throws(VaultError) -> VaultFile in
            switch self {
            case .passphrases(let passphrases): try Self.open(path, passphrases, backups)
            case .recovery(let code): try VaultFile.open(path, recoveryCode: code, backups: backups)
            case .unlocked:
                if let file = try VaultFile.open(path, unlockedIn: .system, backups: backups) {
                    file
                } else {
                    throw .wrongPassphrase
                }
            }
        }
    }

    private static func open(
        _ path: String, _ passphrases: [Passphrase], _ backups: BackupPolicy
    ) throws(VaultError) -> VaultFile {
        var problem = VaultError.wrongPassphrase
        for passphrase in passphrases {
            do throws(VaultError) {
                return try VaultFile.open(path, passphrase: passphrase, backups: backups)
            } catch {
                guard error.isAboutPassphrase else { throw error }
                problem = error
            }
        }
        throw problem
    }

    func opens(_ path: String) -> Bool { (try? open(path)) != nil }
}
