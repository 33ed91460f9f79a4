public import SafeFile

/// Why a vault cannot be opened or written.
public enum VaultError: Error, Sendable, Hashable {
    case file(FileError)
    /// The file is no vault at all.
    case notAVault(reason: String)
    case newerVersion(Int64)
    /// A field is missing, has the wrong form, or goes over a limit. Found before any key derivation.
    case refused(field: String, reason: String)
    /// No slot of the given kind opens with what was given.
    case wrongPassphrase
    case wrongRecoveryCode
    /// What was typed is no recovery code: the checksum does not fit.
    case malformedRecoveryCode
    /// A slot opens but the payload does not verify.
    case changed
    /// The payload verifies but does not hold what it should; the text names the place.
    case damagedContent(String)
    case cryptographyFailed(String)

    /// One line: what is wrong and what to do, without the path.
    public var advice: String {
        switch self {
        case .file(let problem): problem.advice
        case .notAVault(let reason): "not a TOTPly vault: \(reason)"
        case .newerVersion(let version):
            "a vault of version \(version), this program reads version 1; install a newer totp-import"
        case .refused(let field, let reason):
            "refused before opening: \(field) \(reason); restore the .bak file beside it"
        case .wrongPassphrase:
            "the passphrase is wrong, or the vault's key slot is damaged; try again, else restore the .bak file beside it"
        case .wrongRecoveryCode: "this recovery code is not one of this vault's, or its key slot is damaged"
        case .malformedRecoveryCode:
            "not a recovery code: 56 letters and digits in groups of four, check for a typing error"
        case .changed: "the vault was changed or damaged after it was written; restore the .bak file beside it"
        case .damagedContent(let place): "the vault opens but its content is not as it should be: \(place)"
        case .cryptographyFailed(let reason): reason
        }
    }

    /// Whether another passphrase could change the outcome.
    public var isAboutPassphrase: Bool {
        switch self {
        case .wrongPassphrase, .wrongRecoveryCode, .malformedRecoveryCode: true
        default: false
        }
    }
}

extension VaultError: CustomStringConvertible {
    public var description: String { advice }
}
