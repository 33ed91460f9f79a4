import CryptoPrimitives
import Encodings
import FormatEngine
import TOTPDomain

/// Decrypts Authy's secrets. They are not authenticated: a passphrase is right if the result is a secret.
struct AuthyEncryption {
    /// An encrypted secret.
    struct Seed {
        /// Base64.
        var ciphertext: String
        /// Used as text, although it looks like base64 or hexadecimal digits.
        var salt: String
        var iterations: Int
        var iv = [UInt8](repeating: 0, count: AESCBC.blockCount)
        /// Whether some programs write the secret as hexadecimal digits, and not as base32.
        var isHexAllowed: Bool
    }

    private struct KeySource: Hashable {
        var salt: [UInt8]
        var iterations: Int
    }

    private let request: ImportRequest
    /// Most tokens of a phone share a salt; each salt needs its own key.
    private var keys = DerivedKeys<KeySource>(
        most: Limit.authySalts, "more than \(Limit.authySalts) different salts, the limit")

    private var hasOpened = false, hasFailed = false

    private init(_ request: ImportRequest) { self.request = request }

    /// The accounts of tokens.
    ///
    /// - Throws: ``SourceError`` with `password-required`, `wrong-password` or `limit-exceeded`.
    static func accounts(
        of tokens: [Result<AuthyToken, EntryError>], _ request: ImportRequest
    ) throws(SourceError) -> [Result<ShapedAccount, EntryError>] {
        if request.passphrase == nil, tokens.contains(where: { (try? $0.get().isEncrypted) == true }) {
            throw .passphraseRequired
        }
        var encryption = AuthyEncryption(request)
        let accounts = try tokens.map { (token) throws(SourceError) -> Result<ShapedAccount, EntryError> in
            switch token {
            case .success(let token): .success(try token.account(&encryption))
            case .failure(let problem): .failure(problem)
            }
        }
        // If the passphrase opens no secret, it is wrong; if it opens some, the others are damaged.
        if encryption.hasFailed, !encryption.hasOpened { throw .wrongPassphrase }
        return accounts
    }

    /// - Returns: the secret's text, or why it cannot be decrypted.
    /// - Throws: ``SourceError`` with `password-required` or `limit-exceeded`.
    mutating func open(_ seed: Seed) throws(SourceError) -> Result<String, EntryError> {
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
        let source = KeySource(salt: salt, iterations: seed.iterations)
        let key = try keys.key(source) { () throws(SourceError) in
            try request.limits.pbkdf2(
                .sha1, passphrase: request.passphrase, salt: salt, iterations: seed.iterations)
        }
        let plain = try SourceError.decryptingUnlessWrong(AESCBC.open(ciphertext, key: key, iv: seed.iv).copied())
        guard let text = plain.flatMap({ String(validating: $0, as: UTF8.self)?.limitingMarks }),
            (try? AccountDraft(base32: text)) != nil
                || seed.isHexAllowed && Hex.decode(text.trimmingWhitespace)?.isEmpty == false
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
}
