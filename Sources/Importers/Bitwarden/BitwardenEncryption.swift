import CryptoPrimitives
import Encodings
import TOTPDomain

/// The encryption of a password-protected export: a key from the passphrase, two keys expanded from that, then
/// AES-256-CBC with HMAC-SHA256.
package struct BitwardenEncryption {
    private let derivation: BitwardenKeyDerivation
    /// Its MAC shows whether the passphrase is right.
    private let validation: EncryptedValue
    private let data: EncryptedValue

    package init(_ file: BitwardenFile) throws(SourceError) {
        derivation = try BitwardenKeyDerivation(file.file)
        validation = try EncryptedValue(file.file, "encKeyValidation_DO_NOT_EDIT")
        data = try EncryptedValue(file.file, "data")
    }

    /// - Returns: the plain export's JSON.
    package func open(_ passphrase: Passphrase?, _ limits: ImportLimits) throws(SourceError) -> [UInt8] {
        guard let passphrase else { throw .passphraseRequired }
        let key = try derivation.key(passphrase, limits)
        do throws(CryptoError) {
            let authentication = try Self.authenticationKey(key)
            guard try validation.isGenuine(authentication) else { throw CryptoError.authenticationFailed }
            guard try data.isGenuine(authentication) else {
                throw CryptoError.invalidParameter("the passphrase is right, but data was changed")
            }
            return try AESCBC.open(data.ciphertext, key: Self.encryptionKey(key), iv: data.iv).copied()
        } catch { throw SourceError(cryptography: error) }
    }

    // MARK: - Writing

    /// Encrypts another document for the same file, with its passphrase and key derivation.
    ///
    /// - Returns: the text of `data`.
    package func seal(
        _ document: [UInt8], _ passphrase: Passphrase, iv: [UInt8], _ limits: ImportLimits
    ) throws(SourceError) -> String {
        let key = try derivation.key(passphrase, limits)
        return try SourceError.decrypting(EncryptedValue(sealing: document, key, iv: iv).text)
    }

    /// The values that a new file needs from a random source.
    package struct Fresh {
        package static let saltCount = 16
        package static let ivCount = AESCBC.blockCount

        let salt, validationIV, dataIV: [UInt8]
        let validation: String

        /// - Parameter validation: any text; Bitwarden writes a UUID.
        package init(salt: [UInt8], validation: String, validationIV: [UInt8], dataIV: [UInt8]) {
            self.salt = salt
            self.validation = validation
            self.validationIV = validationIV
            self.dataIV = dataIV
        }
    }

    /// Encrypts a plain export's JSON.
    ///
    /// - Returns: the JSON of the password-protected export.
    package static func seal(
        _ document: [UInt8], _ passphrase: Passphrase, _ fresh: Fresh
    ) throws(CryptoError) -> OrderedJSON {
        let salt = Base64.encode(fresh.salt)
        let key = try BitwardenKeyDerivation.newKey(passphrase, salt: salt)
        let validation = try EncryptedValue(sealing: Array(fresh.validation.utf8), key, iv: fresh.validationIV)
        let data = try EncryptedValue(sealing: document, key, iv: fresh.dataIV)
        return .object([
            "encrypted": true,
            "passwordProtected": true,
            "salt": .string(salt),
            "kdfType": .integer(BitwardenKeyDerivation.standardType),
            "kdfIterations": .integer(BitwardenKeyDerivation.standardIterations),
            "kdfMemory": .null,
            "kdfParallelism": .null,
            "encKeyValidation_DO_NOT_EDIT": .string(validation.text),
            "data": .string(data.text),
        ])
    }

    private static func encryptionKey(_ key: borrowing SecureBytes) throws(CryptoError) -> SecureBytes {
        try KeyDerivation.hkdfExpandSHA256(key: key, info: Array("enc".utf8), count: AESCBC.keyCount)
    }

    private static func authenticationKey(_ key: borrowing SecureBytes) throws(CryptoError) -> SecureBytes {
        try KeyDerivation.hkdfExpandSHA256(key: key, info: Array("mac".utf8), count: macCount)
    }

    private static let macCount = 32

    /// `2.IV|CIPHERTEXT|MAC`, each base64.
    private struct EncryptedValue {
        let iv, ciphertext, mac: [UInt8]

        /// - Parameter key: the key from the passphrase.
        init(sealing plaintext: [UInt8], _ key: borrowing SecureBytes, iv: [UInt8]) throws(CryptoError) {
            self.iv = iv
            ciphertext = try AESCBC.seal(SecureBytes(copying: plaintext), key: encryptionKey(key), iv: iv)
            mac = try Self.mac(authenticationKey(key), iv + ciphertext)
        }

        var text: String { "2.\(Base64.encode(iv))|\(Base64.encode(ciphertext))|\(Base64.encode(mac))" }

        init(_ file: JSONFile, _ member: StaticString) throws(SourceError) {
            let parts = try file.text("\(member)").orEmpty.utf8.split(separator: UInt8(ascii: "."), maxSplits: 1)
            guard parts.count == 2 else { throw .incomplete(member) }
            guard parts[0].elementsEqual("2".utf8) else {
                throw SourceError(
                    .unsupportedVersion, "\(member) is encrypted in an unknown way", "export it as plain .json")
            }
            let values = parts[1].split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
                .map { Base64.decode(Array($0)) ?? [] }
            guard values.count == 3, values[0].count == AESCBC.blockCount, values[2].count == macCount else {
                throw .incomplete(member)
            }
            (iv, ciphertext, mac) = (values[0], values[1], values[2])
        }

        func isGenuine(_ key: borrowing SecureBytes) throws(CryptoError) -> Bool {
            ConstantTime.areEqual(try Self.mac(key, iv + ciphertext), mac)
        }

        private static func mac(_ key: borrowing SecureBytes, _ bytes: [UInt8]) throws(CryptoError) -> [UInt8] {
            try Digest.sha256.hmac(key: key.copied(), bytes)
        }
    }
}
