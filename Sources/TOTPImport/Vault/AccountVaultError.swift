public import Platform
internal import SafeFile
package import Vault

/// Why a vault cannot be opened or written: a code for programs, and a message with advice.
public struct AccountVaultError: Error, Sendable, Hashable, CustomStringConvertible {
    public let code: Code
    /// One line, without the path.
    public let message: String

    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The passphrase does not open the vault, or no longer opens it.
        case wrongPassphrase = "wrong-password"
        case wrongRecoveryCode = "wrong-recovery-code"
        case notFound = "not-found"
        /// The file already exists.
        case exists
        case permissionDenied = "permission-denied"
        case noSpace = "no-space"
        /// Another program is changing the vault.
        case locked
        case notAVault = "not-a-vault"
        case unsupportedVersion = "unsupported-version"
        /// The file was changed or damaged after it was written, or goes over a limit.
        case damaged
        case readFailed = "read-failed"
        case writeFailed = "write-failed"
        case cryptographyFailed = "cryptography-failed"
    }

    public var description: String { message }

    /// Does something with a vault that can also fail for other reasons.
    static func wrappingAny<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let error as VaultError { throw AccountVaultError(error) }
    }

    package init(_ error: VaultError) {
        message = error.message
        code =
            switch error {
            case .file(let error): Code(error.kind)
            case .notAVault, .emptyFile, .anotherVault: .notAVault
            case .newerVersion: .unsupportedVersion
            case .refused, .damaged, .changed, .damagedContent: .damaged
            case .wrongPassphrase, .wrongPassphraseOrCode, .passphraseChanged: .wrongPassphrase
            case .wrongRecoveryCode, .malformedRecoveryCode: .wrongRecoveryCode
            case .readBackDiffers, .tooLarge: .writeFailed
            case .cryptographyFailed: .cryptographyFailed
            }
    }
}

extension AccountVaultError.Code {
    fileprivate init(_ kind: FileError.Kind) {
        switch kind {
        case .notFound: self = .notFound
        case .exists: self = .exists
        case .permissionDenied: self = .permissionDenied
        case .noSpace: self = .noSpace
        case .locked: self = .locked
        case .isFolder, .notRegular, .notEmpty, .notFolder, .foreign: self = .notAVault
        case .tooLarge, .readFailed: self = .readFailed
        case .writeFailed, .notConfirmed, .brokenPipe: self = .writeFailed
        }
    }
}

extension AccountVaultError: LocalizedError {
    public var errorDescription: String? { description }
}
