import CryptoPrimitives
import Encodings
import FormatEngine
import TOTPDomain

/// FreeOTP 2's backup: plain tokens, whose secrets are encrypted with a master key; the passphrase encrypts that key.
struct FreeOTPBackup: Sendable {
    private var values: [String: String] = [:]
    /// The names of the tokens' settings, in the stream's order.
    private var names: [String] = []
    private let records: Int
    let limits: ImportLimits
    /// nil until a passphrase opens it.
    var key: FreeOTPKey?

    private static let tokenSuffix = "-token"

    init(_ request: ImportRequest) throws(SourceError) {
        limits = request.limits
        let pairs = try JavaStringMap(request.content.bytes).pairs
        for pair in pairs {
            guard values.updateValue(pair.value, forKey: pair.key) == nil else {
                throw SourceError(.corrupt, "the backup is damaged: it has a key twice", .makeAgainInFreeOTP)
            }
            if pair.key.hasSuffix(Self.tokenSuffix) { names.append(pair.key) }
        }
        // A secret without settings is also an account: a damaged name must not make it vanish.
        let orphans = pairs.filter { [values] pair in
            values[pair.key + Self.tokenSuffix] == nil
                && Self.key(in: pair.value) != nil
        }
        names += orphans.map { $0.key + Self.tokenSuffix }
        records = Self.tokenCount(in: request.content.bytes.span) + orphans.count
        names = PlantedLoss.applied(to: names)
    }

    /// The number of texts in a stream that end like the name of a token's settings, by the type and the length in
    /// front of each. Texts have no NUL, so the length of a short text is not part of another text.
    private static func tokenCount(in stream: Span<UInt8>) -> Int {
        let suffixCount = tokenSuffix.utf8.count
        var count = 0, start = 0
        while start < stream.count {
            // The length of a text has two bytes, of a long text eight.
            let width = stream[start] == UInt8(ascii: "t") ? 2 : stream[start] == UInt8(ascii: "|") ? 8 : 0
            start += 1
            guard width > 0, start + width < stream.count,
                (start..<start + width - 1).allSatisfy({ stream[$0] == 0 })
            else { continue }
            let end = start + width + Int(stream[start + width - 1])
            guard end - start - width >= suffixCount, end <= stream.count,
                stream.extracting((end - suffixCount)..<end)
                    .withUnsafeBufferPointer({ $0.elementsEqual(tokenSuffix.utf8) })
            else { continue }
            count += 1
            start = end
        }
        return count
    }

    mutating func open(_ passphrase: Passphrase?) throws(SourceError) {
        guard let text = values["masterKey"] else {
            throw SourceError(.corrupt, "the backup has no master key", .makeAgainInFreeOTP)
        }
        let file = try JSONFile(Array(text.utf8)), algorithm = try file.string("mAlgorithm")
        let iterations = Int(clamping: try file.integer("mIterations"))
        // nil if a number is not a byte.
        let storedSalt = try file.needed("mSalt", .array).signedBytes, box = try Box(file.object("mEncryptedKey"))
        guard let passphrase else { throw .passphraseRequired }
        let digest: Digest
        switch algorithm {
        case "PBKDF2withHmacSHA512": digest = .sha512
        case "PBKDF2withHmacSHA1": digest = .sha1
        default:
            throw SourceError(.unsupportedVersion, "the backup's key derivation \(algorithm.quoted) is unknown")
        }
        guard box.cipher == Box.knownCipher else {
            throw SourceError(.unsupportedVersion, "the backup's cipher \(box.cipher.quoted) is unknown")
        }
        guard let salt = storedSalt else {
            throw SourceError(.corrupt, "the backup's salt is damaged", .makeAgainInFreeOTP)
        }
        let boxKey = try limits.pbkdf2(digest, passphrase: passphrase, salt: salt, iterations: iterations)
        key = FreeOTPKey(try SourceError.decrypting(box.open(boxKey)))
    }

    /// A token, as far as the tried keys open it.
    struct Token {
        /// Stays the same after a restore.
        let id: String
        let content: Result<ShapedAccount, EntryError>
        let secret: Secret

        /// With its secret.
        var account: Result<ShapedAccount, EntryError> {
            content.map { content in
                var account = content
                switch secret {
                case .opened(let bytes, _): account.secretBytes = bytes
                case .locked:
                    account.problem = EntryError(.fieldDamaged, "the key of the backup does not open the secret")
                case .unreadable(let problem): account.problem = problem
                }
                return account
            }
        }
    }

    enum Secret {
        /// With the number of the key that opens it.
        case opened([UInt8], key: Int)
        /// No tried key opens it.
        case locked
        case unreadable(EntryError)
    }

    /// - Parameter keys: tried in this order.
    func tokens(trying keys: [FreeOTPKey]) -> [Token] {
        names.map { name in
            let id = String(name.dropLast(Self.tokenSuffix.count))
            let content = Result { () throws(EntryError) in
                try FreeOTPToken.shape.account(in: FreeOTPToken.object(values[name] ?? ""))
            }
            return Token(id: id, content: content, secret: secret(of: id, keys))
        }
    }

    /// - Parameter accounts: one per token.
    func document(of accounts: [Result<ShapedAccount, EntryError>]) throws(SourceError) -> ImportedDocument {
        let format = FreeOTPFormat()
        return try format.document(
            of: accounts, records: records, limits, unread: format.unread(in: names.compactMap { values[$0] }))
    }

    private func secret(of id: String, _ keys: [FreeOTPKey]) -> Secret {
        guard let key = values[id].flatMap(Self.key(in:)), let file = try? JSONFile(Array(key.utf8)),
            let box = try? Box(file)
        else { return .unreadable(EntryError(.secretMissing, "the backup has no secret for this token")) }
        for (number, key) in keys.enumerated() {
            do throws(CryptoError) { return .opened(try box.open(key.bytes).copied(), key: number) } catch {
                guard error == .authenticationFailed else {
                    return .unreadable(EntryError(.fieldDamaged, "the encrypted secret is damaged"))
                }
            }
        }
        return .locked
    }

    /// The JSON in the string that a token's secret is.
    private static func key(in text: String) -> String? {
        try? JSONFile(Array(text.utf8)).string("key")
    }

    /// Encrypted bytes: AES-256-GCM, with the kind of key as associated data.
    private struct Box {
        let cipher: String
        /// nil if a number is not a byte.
        private let ciphertext, parameters: [UInt8]?
        private let token: String

        static let knownCipher = "AES/GCM/NoPadding"

        init(_ file: JSONFile) throws(SourceError) {
            cipher = try file.string("mCipher")
            ciphertext = try file.needed("mCipherText", .array).signedBytes
            parameters = try file.needed("mParameters", .array).signedBytes
            token = try file.string("mToken")
        }

        func open(_ key: borrowing SecureBytes) throws(CryptoError) -> SecureBytes {
            guard cipher == Self.knownCipher else { throw .invalidParameter("an unknown cipher") }
            guard let ciphertext, let nonce = parameters.flatMap(Self.nonce), ciphertext.count >= AESGCM.tagCount
            else { throw .invalidParameter("an encrypted secret is not a list of bytes") }
            return try AESGCM.open(ciphertext, key: key, nonce: nonce, associatedData: Array(token.utf8))
        }

        /// DER: a sequence of the nonce and the tag's length, or the nonce alone.
        private static func nonce(_ parameters: [UInt8]) -> [UInt8]? {
            var rest = parameters[...]
            if rest.first == 0x30 { rest = rest.dropFirst(2) }
            guard rest.first == 0x04, let count = rest.dropFirst().first, rest.count >= Int(count) + 2 else {
                return nil
            }
            return Array(rest.dropFirst(2).prefix(Int(count)))
        }
    }
}
