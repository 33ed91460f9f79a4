import CryptoPrimitives
import Encodings
import TOTPDomain

/// Padloc's container: JSON that AES-GCM encrypts with a key from a passphrase. Its nonces have 16 bytes.
struct PadlocContainer {
    private let ciphertext: [UInt8]
    private let nonce: [UInt8]
    private let associatedData: [UInt8]
    /// Bytes; early versions of the app use 8.
    private let tagCount: Int
    private let salt: [UInt8]
    private let iterations: Int

    /// - Throws: ``SourceError`` with `corrupt` or `unsupported-version`.
    init(_ file: JSONValue) throws(SourceError) {
        let cipher = try file.object("encryptionParams"), key = try file.object("keyParams")
        guard Self.has(cipher["algorithm"], "AES-GCM"), Self.has(cipher["keySize"], 256),
            Self.has(key["algorithm"], "PBKDF2"), Self.has(key["hash"], "SHA-256"), Self.has(key["keySize"], 256),
            let tagBits = ([64, 96, 128] as [Int64]).first(where: { Self.has(cipher["tagSize"], $0, or: 128) })
        else {
            throw SourceError(
                .unsupportedVersion, "encrypted in an unknown way", "export it from Padloc as Encrypted Container")
        }
        guard let ciphertext = Self.bytes(file["encryptedData"]) else { throw .incomplete("encryptedData") }
        guard let nonce = Self.bytes(cipher["iv"]) else { throw .incomplete("iv") }
        guard let associatedData = Self.bytes(cipher["additionalData"]) else { throw .incomplete("additionalData") }
        guard let salt = Self.bytes(key["salt"]) else { throw .incomplete("salt") }
        guard let iterations = (key["iterations"]?.number).whole else { throw .incomplete("iterations") }
        (self.ciphertext, self.nonce, self.associatedData, self.salt) = (ciphertext, nonce, associatedData, salt)
        tagCount = Int(tagBits / 8)
        self.iterations = Int(iterations)
    }

    /// The vault's JSON.
    ///
    /// - Throws: ``SourceError`` with `password-required`, `wrong-password`, `corrupt` or `limit-exceeded`.
    func open(_ passphrase: Passphrase?, _ limits: ImportLimits) throws(SourceError) -> [UInt8] {
        guard let passphrase else { throw .passphraseRequired }
        let key = try limits.pbkdf2(.sha256, passphrase: passphrase, salt: salt, iterations: iterations)
        return try SourceError.decrypting(
            AESGCM.open(
                ciphertext, key: key, nonce: nonce, associatedData: associatedData, tagCount: tagCount
            ).copied())
    }

    /// Whether a setting has a value; one that is missing has the app's default.
    private static func has(_ setting: JSONValue?, _ value: String) -> Bool {
        setting.map { $0.name == value } ?? true
    }

    private static func has(_ setting: JSONValue?, _ value: Int64, or standard: Int64 = 256) -> Bool {
        setting.map { ($0.number as LenientNumber?).whole == value } ?? (value == standard)
    }

    /// Base64 of the alphabet for addresses.
    private static func bytes(_ value: JSONValue?) -> [UInt8]? {
        guard let value, value.kind == .string else { return nil }
        return Base64.decode(value.name)
    }
}
