import CryptoPrimitives
import Encodings
import TOTPDomain

/// FreeOTP 2's backup: tokens in the clear, their secrets sealed with a master key that the passphrase opens.
struct FreeOTPBackup {
    private var values: [String: String] = [:]
    /// In the stream's order.
    private var tokens: [String] = []

    private static let tokenSuffix = "-token"

    init(_ bytes: [UInt8]) throws(SourceError) {
        for pair in try JavaStringMap(bytes).pairs {
            if values.updateValue(pair.value, forKey: pair.key) == nil, pair.key.hasSuffix(Self.tokenSuffix) {
                tokens.append(pair.key)
            }
        }
    }

    func document(_ request: ImportRequest, as format: FormatID) throws(SourceError) -> ImportedDocument {
        guard let text = values["masterKey"] else {
            throw SourceError(.corrupt, "the backup has no master key; make it again in FreeOTP")
        }
        let stored = try JSONFile.decode(MasterKey.self, from: Array(text.utf8))
        guard let passphrase = request.passphrase else { throw .passphraseRequired }
        try request.limits.check(entries: tokens.count)
        let master = try masterKey(stored, passphrase, request.limits)
        var document = ImportedDocument(format: format, entries: [])
        for (index, key) in tokens.enumerated() {
            let token = try? JSONFile.decode(FreeOTPToken.self, from: Array((values[key] ?? "").utf8))
            let secret = secret(of: String(key.dropLast(Self.tokenSuffix.count)), master)
            document.append(at: EntryPosition(entry: index + 1), label: token?.names ?? ("", "")) {
                () throws(EntryError) in
                guard let token else { throw EntryError(.fieldDamaged, "the entry is not a token") }
                return try token.draft(secret: try secret.get())
            }
        }
        return document
    }

    private func masterKey(
        _ stored: MasterKey, _ passphrase: Passphrase, _ limits: ImportLimits
    ) throws(SourceError) -> SecureBytes {
        let digest: Digest
        switch stored.mAlgorithm {
        case "PBKDF2withHmacSHA512": digest = .sha512
        case "PBKDF2withHmacSHA1": digest = .sha1
        default:
            throw SourceError(
                .unsupportedVersion, "the backup's key derivation \(stored.mAlgorithm.quoted) is not known here")
        }
        guard stored.mEncryptedKey.mCipher == Box.cipher else {
            throw SourceError(
                .unsupportedVersion, "the backup's cipher \(stored.mEncryptedKey.mCipher.quoted) is not known here")
        }
        guard let salt = SignedBytes.bytes(stored.mSalt) else {
            throw SourceError(.corrupt, "the backup's salt is damaged; make it again in FreeOTP")
        }
        let key = try limits.pbkdf2(digest, passphrase: passphrase, salt: salt, iterations: stored.mIterations)
        do throws(CryptoError) {
            return try stored.mEncryptedKey.open(key)
        } catch { throw SourceError(cryptography: error) }
    }

    private func secret(of id: String, _ master: borrowing SecureBytes) -> Result<[UInt8], EntryError> {
        guard let text = values[id], let entry = try? JSONFile.decode(KeyEntry.self, from: Array(text.utf8)),
            let box = try? JSONFile.decode(Box.self, from: Array(entry.key.utf8))
        else { return .failure(EntryError(.secretMissing, "the backup holds no secret for this token")) }
        guard let secret = try? box.open(master) else {
            return .failure(EntryError(.fieldDamaged, "the sealed secret is damaged"))
        }
        return .success(secret.copied())
    }

    private struct MasterKey: Decodable {
        var mAlgorithm: String
        var mIterations: Int
        var mSalt: [Int]
        var mEncryptedKey: Box
    }

    private struct KeyEntry: Decodable {
        /// JSON as a text.
        var key: String
    }

    /// Sealed bytes: AES-256-GCM, with the kind of key as associated data.
    private struct Box: Decodable {
        var mCipher: String
        var mCipherText: [Int]
        var mParameters: [Int]
        var mToken: String

        static let cipher = "AES/GCM/NoPadding"

        func open(_ key: borrowing SecureBytes) throws(CryptoError) -> SecureBytes {
            guard mCipher == Self.cipher else { throw .invalidParameter("an unknown cipher") }
            guard let sealed = SignedBytes.bytes(mCipherText),
                let nonce = SignedBytes.bytes(mParameters).flatMap(Self.nonce), sealed.count >= AESGCM.tagCount
            else { throw .invalidParameter("a sealed secret is not a list of bytes") }
            return try AESGCM.open(sealed, key: key, nonce: nonce, associatedData: Array(mToken.utf8))
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
