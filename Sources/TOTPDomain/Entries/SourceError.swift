/// Why a source cannot be read: a code for programs, and a message that says what to do.
public struct SourceError: Error, Sendable, Hashable, CustomStringConvertible {
    public let code: Code
    /// Without the file's name: the caller puts it in front.
    public let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { message }

    /// The message, with what to do, if it does not say that itself.
    package var advised: String {
        guard !message.contains("; ") else { return message }
        switch code {
        case .corrupt: return "\(message); export it again"
        case .readFailed: return "\(message); check the file and the disk"
        case .limitExceeded, .tooLarge: return "\(message); if the file is good, please report this"
        case .unsupportedVersion: return "\(message); update totp-import"
        default: return message
        }
    }

    /// Stable names; part of the report's contract.
    public enum Code: String, Sendable, Hashable {
        case notFound = "not-found"
        case permissionDenied = "permission-denied"
        case readFailed = "read-failed"
        case emptyFile = "empty-file"
        case emptyFolder = "empty-folder"
        case tooLarge = "too-large"
        case unrecognised
        case notAnImage = "not-an-image"
        case imageDamaged = "image-damaged"
        case imageTooLarge = "image-too-large"
        case unsupportedImage = "unsupported-image"
        case passphraseRequired = "password-required"
        case wrongPassphrase = "wrong-password"
        case accountRestricted = "account-restricted"
        case corrupt
        case unsupportedVersion = "unsupported-version"
        case limitExceeded = "limit-exceeded"
    }

    /// Whether another passphrase could change the outcome.
    public var isAboutPassphrase: Bool { code == .passphraseRequired || code == .wrongPassphrase }
}
