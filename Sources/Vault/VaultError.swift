import Encodings
import SafeFile

/// Why a vault cannot be opened or written.
package enum VaultError: Error, Advised, Sendable, Hashable {
    case file(FileError)
    /// The file is not a vault.
    case notAVault(reason: String)
    case emptyFile
    /// The file calls itself a vault, and is not JSON.
    case damaged(reason: String)
    case newerVersion(Int64)
    /// A field is missing, has the wrong form, or goes over a limit. Found before any key derivation.
    case refused(field: String, reason: String)
    /// The accounts do not fit into the largest vault; about `fitting` accounts of this kind do.
    case tooLarge(accounts: Int, fitting: Int)
    /// No slot of this kind opens.
    case wrongPassphrase
    /// The passphrase is wrong, for a vault that a recovery code opens as well.
    case wrongPassphraseOrCode
    case wrongRecoveryCode
    /// The typed text is not a recovery code: its checksum is wrong.
    case malformedRecoveryCode
    /// The vault got another passphrase after it was opened.
    case passphraseChanged
    /// Two files that should be copies of one vault are two vaults.
    case anotherVault
    /// A slot opens but the payload does not verify.
    case changed
    /// The payload verifies but is invalid; the text names the place.
    case damagedContent(String)
    /// A new vault was written, but reading it back gave different content; nothing was replaced.
    case readBackDiffers(String)
    case cryptographyFailed(String)

    /// The problem, without the path.
    package var problem: String {
        switch self {
        case .file(let error): error.problem
        case .notAVault(let reason): "not a vault: \(reason)"
        case .emptyFile: "the file is empty, so it is not a vault"
        case .damaged(let reason): "the vault is damaged: \(reason)"
        case .newerVersion(let version): "a vault of version \(version), this program reads version 1"
        case .refused(let field, let reason): "refused before opening: \(field) \(reason)"
        case .tooLarge(let accounts, let fitting):
            "\(counted(accounts, "account")) do not fit: a vault has at most \(Limit.vault >> 20) MiB, about "
                + "\(fitting) such accounts"
        case .wrongPassphrase, .wrongPassphraseOrCode: "wrong passphrase (or the vault's key slot is damaged)"
        case .wrongRecoveryCode: "wrong recovery code (or its key slot is damaged)"
        case .malformedRecoveryCode: "not a recovery code: it has 56 letters and digits in groups of four"
        case .passphraseChanged: "its passphrase was changed meanwhile"
        case .anotherVault: "another vault, and not a copy of this one"
        case .changed: "the vault was changed or damaged after it was written"
        case .damagedContent(let place): "the vault opens but its content is invalid: \(place)"
        case .readBackDiffers(let reason):
            "internal error: the new vault could not be read back (\(reason)); nothing was replaced"
        case .cryptographyFailed(let reason): reason
        }
    }

    package var advice: Advice? {
        let restoring = "restore an earlier version (see totp-import vault restore)"
        return switch self {
        case .file(let error): error.advice
        case .notAVault:
            .text("totp-import list reads exports of apps", onPage: "exports of apps are added on the page")
        case .emptyFile: "delete it if nothing was in it, or choose another name"
        case .damaged, .refused, .changed: "\(restoring)"
        case .newerVersion: .update
        case .tooLarge:
            .text(
                "use several vaults, or convert --to otpauth, which takes \(Limit.entries) accounts per file",
                onPage: "delete some, or get a file for an app")
        case .wrongPassphrase: "try again, or \(restoring)"
        case .wrongPassphraseOrCode: "try again, use the recovery code in place of the passphrase, or \(restoring)"
        case .wrongRecoveryCode: "use one of this vault"
        case .malformedRecoveryCode: "check for a typing error"
        case .passphraseChanged: .text("run this again, and type the new one", onPage: "type the new one")
        case .anotherVault: .text("totp-import import adds its accounts", onPage: "add it as a file")
        case .readBackDiffers: "check the disk"
        case .damagedContent, .cryptographyFailed: nil
        }
    }

    /// Returns the problem, if an earlier version of the vault would help.
    ///
    /// - Parameter path: of the vault.
    package func damage(of path: String) -> String? {
        switch self {
        case .file(let error) where error.path == path && error.kind == .notFound: "the vault is missing"
        case .file(let error) where error.path == path && error.kind == .readFailed:
            "the vault cannot be read (\(error.detail))"
        case .notAVault(let reason): "the vault is damaged: \(reason)"
        case .emptyFile: "the vault is damaged: the file is empty"
        case .refused(let field, let reason): "the vault is damaged: \(field) \(reason)"
        case .damaged, .changed, .damagedContent: problem
        case .file, .newerVersion, .passphraseChanged, .wrongPassphrase, .wrongPassphraseOrCode, .wrongRecoveryCode,
            .malformedRecoveryCode, .anotherVault,
            .readBackDiffers, .cryptographyFailed, .tooLarge:
            nil
        }
    }

    /// Whether another passphrase could change the outcome.
    package var isAboutPassphrase: Bool {
        switch self {
        case .wrongPassphrase, .wrongPassphraseOrCode, .wrongRecoveryCode, .malformedRecoveryCode, .passphraseChanged:
            true
        default: false
        }
    }
}
