import AppFormats
import CryptoPrimitives
import Encodings
import TOTPDomain

/// Decrypts Authy's secrets. Nothing authenticates them: a passphrase is right if the secret is base32.
struct AuthyEncryption {
    private let request: ImportRequest
    /// Keys by salt; most tokens of a phone share it.
    private var keys: [[UInt8]: [UInt8]] = [:]

    private static let iterations = 1000
    /// Of one file: each needs a key of its own.
    private static let maximumSalts = 10_000

    private var hasOpened = false, hasFailed = false

    /// If the passphrase opens no secret, it is wrong; if it opens some, the others are damaged.
    var isPassphraseWrong: Bool { hasFailed && !hasOpened }

    init(_ request: ImportRequest) { self.request = request }

    /// - Returns: the base32 text, or why it cannot be decrypted.
    /// - Throws: ``SourceError`` with `password-required` or `limit-exceeded`.
    mutating func open(_ token: AuthyToken) throws(SourceError) -> Result<String?, EntryError> {
        guard let passphrase = request.passphrase else { throw .passphraseRequired }
        guard let ciphertext = Base64.decode(token.encryptedSecret.orEmpty) else {
            return .failure(EntryError(.fieldDamaged, "the encrypted secret is not base64"))
        }
        // The salt is used as text, although it looks like base64.
        let salt = Array(token.salt.orEmpty.utf8)
        guard !salt.isEmpty else {
            return .failure(EntryError(.fieldDamaged, "the encrypted secret has no salt"))
        }
        let key = SecureBytes(copying: try key(salt, passphrase))
        do throws(CryptoError) {
            let iv = [UInt8](repeating: 0, count: AESCBC.blockCount)
            let text = try AESCBC.open(ciphertext, key: key, iv: iv).copied()
            guard let base32 = String(validating: text, as: UTF8.self), (try? OTPSecret.bytes(base32: text.span)) != nil
            else {
                throw CryptoError.authenticationFailed
            }
            hasOpened = true
            return .success(base32)
        } catch {
            guard error == .authenticationFailed else { throw SourceError(cryptography: error) }
            hasFailed = true
            return .failure(
                EntryError(.fieldDamaged, "wrong passphrase for this secret, or it is damaged"))
        }
    }

    private mutating func key(_ salt: [UInt8], _ passphrase: Passphrase) throws(SourceError) -> [UInt8] {
        if let known = keys[salt] { return known }
        guard keys.count < Self.maximumSalts else {
            throw SourceError(.limitExceeded, "more than \(Self.maximumSalts) different salts, the limit")
        }
        let key = try request.limits.pbkdf2(.sha1, passphrase: passphrase, salt: salt, iterations: Self.iterations)
            .copied()
        keys[salt] = key
        return key
    }
}
