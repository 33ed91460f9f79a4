import CryptoPrimitives
import Encodings
import FormatEngine
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
        let key = try derivation.key(passphrase, limits)
        do throws(CryptoError) {
            let authentication = try Self.expanded(key, "mac")
            guard try validation.isGenuine(authentication) else { throw CryptoError.authenticationFailed }
            guard try data.isGenuine(authentication) else {
                throw CryptoError.invalidParameter("the passphrase is right, but data was changed")
            }
            return try AESCBC.open(data.ciphertext, key: Self.expanded(key, "enc"), iv: data.iv).copied()
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

    /// Encrypts a plain export's JSON.
    ///
    /// - Returns: the JSON of the password-protected export.
    static func seal(
        _ document: [UInt8], _ passphrase: Passphrase, _ random: any RandomSource
    ) throws(ExportError) -> [UInt8] {
        let salt = Base64.encode(try random.bytes(saltCount))
        // Any text is encrypted for the check; Bitwarden takes a UUID.
        let check = Array(try random.identifier().utf8)
        let checkIV = try random.bytes(AESCBC.blockCount), iv = try random.bytes(AESCBC.blockCount)
        let (validation, data) = try ExportError.encrypting { () throws(CryptoError) in
            let key = try KeyDerivation.pbkdf2(
                .sha256, passphrase: passphrase.utf8, salt: Array(salt.utf8),
                iterations: BitwardenKeyDerivation.standardIterations, count: keyCount)
            return (
                try EncryptedValue(sealing: check, key, iv: checkIV), try EncryptedValue(sealing: document, key, iv: iv)
            )
        }
        return OrderedJSON.object([
            "encrypted": true,
            "passwordProtected": true,
            "salt": .string(salt),
            "kdfType": .integer(BitwardenKeyDerivation.standardType),
            "kdfIterations": .integer(BitwardenKeyDerivation.standardIterations),
            "kdfMemory": .null,
            "kdfParallelism": .null,
            "encKeyValidation_DO_NOT_EDIT": .string(validation.text),
            "data": .string(data.text),
        ]).utf8
    }

    /// The key of the cipher, `enc`, or that of the MAC, `mac`.
    private static func expanded(_ key: borrowing SecureBytes, _ use: String) throws(CryptoError) -> SecureBytes {
        try KeyDerivation.hkdfSHA256(key: key, salt: nil, info: Array(use.utf8), count: keyCount)
    }

    private static let saltCount = 16, keyCount = 32, macCount = 32

    /// `2.IV|CIPHERTEXT|MAC`, each base64.
    private struct EncryptedValue {
        let iv, ciphertext, mac: [UInt8]

        /// - Parameter key: the key from the passphrase.
        init(sealing plaintext: [UInt8], _ key: borrowing SecureBytes, iv: [UInt8]) throws(CryptoError) {
            self.iv = iv
            ciphertext = try AESCBC.seal(SecureBytes(copying: plaintext), key: expanded(key, "enc"), iv: iv)
            mac = try Self.mac(expanded(key, "mac"), iv + ciphertext)
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

/// The key derivation of a password-protected export, with the costs in the file.
struct BitwardenKeyDerivation {
    private enum Function {
        case pbkdf2(iterations: Int)
        case argon2id(KeyDerivation.Argon2Cost)
    }

    /// The iterations of PBKDF2 in the files that Bitwarden writes.
    static let standardIterations = 600_000
    static let standardType = 0

    private let function: Function
    /// The bytes of the text, which is not decoded, although it looks like base64.
    private let salt: [UInt8]

    /// - Throws: ``SourceError`` with `corrupt`, or `unsupported-version` for an unknown function.
    init(_ file: JSONFile) throws(SourceError) {
        salt = Array(try file.text("salt").orEmpty.utf8)
        guard !salt.isEmpty else { throw .incomplete("salt") }
        guard let type = try file.text("kdfType").whole else { throw .incomplete("kdfType") }
        let iterations = try Self.cost(file, "kdfIterations")
        switch type {
        case Int64(Self.standardType):
            function = .pbkdf2(iterations: Int(clamping: iterations))
        case 1:
            let (kibibytes, overflow) = try Self.cost(file, "kdfMemory").multipliedReportingOverflow(by: 1024)
            let lanes = try Self.cost(file, "kdfParallelism")
            function = .argon2id(
                KeyDerivation.Argon2Cost(
                    passes: UInt32(clamping: iterations), memory: overflow ? .max : UInt32(clamping: kibibytes),
                    lanes: UInt32(clamping: lanes)))
        default:
            throw SourceError(
                .unsupportedVersion, "its key derivation is not PBKDF2 or Argon2id", "export it as plain .json")
        }
    }

    func key(_ passphrase: Passphrase?, _ limits: ImportLimits) throws(SourceError) -> SecureBytes {
        switch function {
        case .pbkdf2(let iterations):
            return try limits.pbkdf2(.sha256, passphrase: passphrase, salt: salt, iterations: iterations)
        case .argon2id(let cost):
            let hash = try SourceError.decrypting(Digest.sha256.hash(salt))
            return try limits.argon2(.id, passphrase: passphrase, salt: hash, cost: cost)
        }
    }

    private static func cost(_ file: JSONFile, _ member: StaticString) throws(SourceError) -> Int64 {
        guard let cost = try file.text("\(member)").whole, cost > 0 else { throw .incomplete(member) }
        return cost
    }
}
