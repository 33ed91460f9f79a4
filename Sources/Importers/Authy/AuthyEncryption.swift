import CryptoPrimitives
import Encodings
import TOTPDomain

/// Decrypts Authy's secrets. They are not authenticated: a passphrase is right if the result is a secret.
struct AuthyEncryption {
    /// An encrypted secret.
    struct Seed {
        /// Base64.
        var ciphertext: String
        /// Used as text, although it looks like base64 or hexadecimal digits.
        var salt: String
        var iterations = 1000
        var iv = [UInt8](repeating: 0, count: AESCBC.blockCount)
        /// Whether some programs write the secret as hexadecimal digits, and not as base32.
        var isHexAllowed = false
    }

    private struct KeySource: Hashable {
        var salt: [UInt8]
        var iterations: Int
    }

    private let request: ImportRequest
    /// Most tokens of a phone share a salt.
    private var keys: [KeySource: [UInt8]] = [:]

    /// The most salts of a file: each needs its own key.
    private static let maximumSalts = Limit.authySalts

    private var hasOpened = false, hasFailed = false

    /// If the passphrase opens no secret, it is wrong; if it opens some, the others are damaged.
    var isPassphraseWrong: Bool { hasFailed && !hasOpened }

    init(_ request: ImportRequest) { self.request = request }

    /// - Returns: the secret's text, or why it cannot be decrypted.
    /// - Throws: ``SourceError`` with `password-required` or `limit-exceeded`.
    mutating func open(_ seed: Seed) throws(SourceError) -> Result<String?, EntryError> {
        guard let passphrase = request.passphrase else { throw .passphraseRequired }
        guard let ciphertext = Base64.decode(seed.ciphertext) else {
            return .failure(EntryError(.fieldDamaged, "the encrypted secret is not base64"))
        }
        let salt = Array(seed.salt.utf8)
        guard !salt.isEmpty else {
            return .failure(EntryError(.fieldDamaged, "the encrypted secret has no salt"))
        }
        guard seed.iv.count == AESCBC.blockCount, seed.iterations > 0 else {
            return .failure(EntryError(.fieldDamaged, "the encrypted secret has no valid IV or number of iterations"))
        }
        let key = SecureBytes(
            copying: try key(KeySource(salt: salt, iterations: seed.iterations), passphrase))
        let plain = try SourceError.decryptingUnlessWrong(AESCBC.open(ciphertext, key: key, iv: seed.iv).copied())
        guard let text = plain.flatMap({ String(validating: $0, as: UTF8.self)?.limitingMarks }),
            (try? AccountDraft(base32: text, orHex: seed.isHexAllowed)) != nil
        else {
            hasFailed = true
            return .failure(
                EntryError(
                    .fieldDamaged, "encrypted with another backups password, or damaged",
                    "import it with that password"))
        }
        hasOpened = true
        return .success(text)
    }

    private mutating func key(_ source: KeySource, _ passphrase: Passphrase) throws(SourceError) -> [UInt8] {
        if let known = keys[source] { return known }
        guard keys.count < Self.maximumSalts else {
            throw SourceError(.limitExceeded, "more than \(Self.maximumSalts) different salts, the limit")
        }
        let key = try request.limits.pbkdf2(
            .sha1, passphrase: passphrase, salt: source.salt, iterations: source.iterations
        ).copied()
        keys[source] = key
        return key
    }
}

extension AccountDraft {
    /// Reads the secret as base32 or, if it is not base32 and hexadecimal is allowed, as hexadecimal digits.
    init(base32 text: String?, orHex isHexAllowed: Bool) throws(EntryError) {
        do throws(EntryError) {
            try self.init(base32: text)
        } catch {
            guard isHexAllowed, let hex = text?.trimmingWhitespace, !hex.isEmpty, let secret = Hex.decode(hex) else {
                throw error
            }
            self.init(secret: secret)
        }
    }
}
