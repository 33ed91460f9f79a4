import AppFormats
import CryptoPrimitives
import Encodings
import TOTPDomain

/// FreeOTP 2's backup: plain tokens, whose secrets are encrypted with a master key; the passphrase encrypts that key.
struct FreeOTPBackup {
    private var values: [String: String] = [:]
    /// In the stream's order.
    private var tokens: [String] = []

    private static let tokenSuffix = "-token"

    private let records: Int

    init(_ bytes: [UInt8]) throws(SourceError) {
        let pairs = try JavaStringMap(bytes).pairs
        records = pairs.count { $0.key.hasSuffix(Self.tokenSuffix) }
        for pair in pairs {
            guard values.updateValue(pair.value, forKey: pair.key) == nil else {
                throw SourceError(.corrupt, "the backup is damaged: it has a key twice; make it again in FreeOTP")
            }
            if pair.key.hasSuffix(Self.tokenSuffix) { tokens.append(pair.key) }
        }
    }

    /// The JSON of each token.
    var texts: [String] { tokens.compactMap { values[$0] } }

    func document(_ request: ImportRequest, as format: FormatID) throws(SourceError) -> ImportedDocument {
        guard let text = values["masterKey"] else {
            throw SourceError(.corrupt, "the backup has no master key; make it again in FreeOTP")
        }
        let stored = try JSONFile.decode(MasterKey.self, from: Array(text.utf8))
        guard let passphrase = request.passphrase else { throw .passphraseRequired }
        let master = try masterKey(stored, passphrase, request.limits)
        var accounts: [FreeOTPBackupToken?] = []
        for key in tokens {
            let token = try? JSONFile.decode(FreeOTPToken.self, from: Array((values[key] ?? "").utf8))
            let secret = secret(of: String(key.dropLast(Self.tokenSuffix.count)), master)
            accounts.append(token.map { FreeOTPBackupToken(token: $0, secret: secret) })
        }
        return try ImportedDocument(format: format, records: records, accounts: accounts, request.limits)
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
                .unsupportedVersion,
                "the backup's key derivation \(stored.mAlgorithm.quoted) is unknown; this program cannot read it")
        }
        guard stored.mEncryptedKey.mCipher == Box.cipher else {
            throw SourceError(
                .unsupportedVersion,
                "the backup's cipher \(stored.mEncryptedKey.mCipher.quoted) is unknown; this program cannot read it")
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
        else { return .failure(EntryError(.secretMissing, "the backup has no secret for this token")) }
        guard let secret = try? box.open(master) else {
            return .failure(EntryError(.fieldDamaged, "the encrypted secret is damaged"))
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
        /// JSON in a string.
        var key: String
    }

    /// Encrypted bytes: AES-256-GCM, with the kind of key as associated data.
    private struct Box: Decodable {
        var mCipher: String
        var mCipherText: [Int]
        var mParameters: [Int]
        var mToken: String

        static let cipher = "AES/GCM/NoPadding"

        func open(_ key: borrowing SecureBytes) throws(CryptoError) -> SecureBytes {
            guard mCipher == Self.cipher else { throw .invalidParameter("an unknown cipher") }
            guard let ciphertext = SignedBytes.bytes(mCipherText),
                let nonce = SignedBytes.bytes(mParameters).flatMap(Self.nonce), ciphertext.count >= AESGCM.tagCount
            else { throw .invalidParameter("an encrypted secret is not a list of bytes") }
            return try AESGCM.open(ciphertext, key: key, nonce: nonce, associatedData: Array(mToken.utf8))
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
