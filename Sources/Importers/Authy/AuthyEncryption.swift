import CryptoPrimitives
import TOTPDomain

/// Opens Authy's encrypted secrets. Nothing authenticates them: a passphrase is right where a secret comes out as base32.
struct AuthyEncryption {
    private let request: ImportRequest
    /// Keys by salt; tokens of one phone mostly share it.
    private var keys: [[UInt8]: [UInt8]] = [:]

    private static let iterations = 1000
    /// Salts of one file whose keys are derived.
    private static let maximumSalts = 10_000

    private var hasOpened = false, hasFailed = false

    /// Where it opens nothing, the passphrase is at fault; where it opens some, the others are damaged.
    var isPassphraseWrong: Bool { hasFailed && !hasOpened }

    init(_ request: ImportRequest) { self.request = request }

    /// - returns: the base32 text, or why this entry cannot be opened whatever the passphrase is.
    /// - throws: ``SourceError`` with `password-required` or `limit-exceeded`.
    mutating func open(_ token: AuthyToken) throws(SourceError) -> Result<String?, EntryError> {
        guard let passphrase = request.passphrase else { throw .passphraseRequired }
        guard let sealed = Base64Text.decode(Array(token.encryptedSecret.orEmpty.utf8)) else {
            return .failure(EntryError(.fieldDamaged, "the encrypted secret is not base64"))
        }
        // The salt's text is the salt, whatever it looks like.
        let salt = Array(token.salt.orEmpty.utf8)
        guard !salt.isEmpty else {
            return .failure(EntryError(.fieldDamaged, "the encrypted secret has no salt"))
        }
        let key = SecureBytes(copying: try key(salt, passphrase))
        do throws(CryptoError) {
            let iv = [UInt8](repeating: 0, count: AESCBC.blockCount)
            let text = try AESCBC.open(sealed, key: key, iv: iv).copied()
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
                EntryError(.fieldDamaged, "the passphrase does not open this secret, or it is damaged"))
        }
    }

    private mutating func key(_ salt: [UInt8], _ passphrase: Passphrase) throws(SourceError) -> [UInt8] {
        if let known = keys[salt] { return known }
        guard keys.count < Self.maximumSalts else {
            throw SourceError(.limitExceeded, "more than \(Self.maximumSalts) different salts; split the file")
        }
        let key = try request.limits.pbkdf2(.sha1, passphrase: passphrase, salt: salt, iterations: Self.iterations)
            .copied()
        keys[salt] = key
        return key
    }
}
