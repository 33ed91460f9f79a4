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
        let tagSize = try cipher.member("tagSize")
        guard try Self.has(cipher.member("algorithm"), "AES-GCM"), try Self.has(cipher.member("keySize"), 256),
            try Self.has(key.member("algorithm"), "PBKDF2"), try Self.has(key.member("hash"), "SHA-256"),
            try Self.has(key.member("keySize"), 256),
            let tagBits = ([64, 96, 128] as [Int64]).first(where: { Self.has(tagSize, $0, or: 128) })
        else {
            throw SourceError(
                .unsupportedVersion, "encrypted in an unknown way", "export it from Padloc as Encrypted Container")
        }
        ciphertext = try Self.bytes("encryptedData", of: file)
        nonce = try Self.bytes("iv", of: cipher)
        associatedData = try Self.bytes("additionalData", of: cipher)
        salt = try Self.bytes("salt", of: key)
        guard let iterations = (try key.member("iterations")?.field).whole else { throw .incomplete("iterations") }
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

    /// Whether a setting has a value; a missing setting has the app's default.
    private static func has(_ setting: JSONValue?, _ value: String) -> Bool {
        setting.map { $0.name == value } ?? true
    }

    private static func has(_ setting: JSONValue?, _ value: Int64, or standard: Int64 = 256) -> Bool {
        setting.map { ($0.field as LenientText?).whole == value } ?? (value == standard)
    }

    /// Base64 in the alphabet for URLs.
    private static func bytes(_ name: StaticString, of object: JSONValue) throws(SourceError) -> [UInt8] {
        guard let bytes = try object.member("\(name)")?.string.flatMap({ Base64.decode($0) }) else {
            throw .incomplete(name)
        }
        return bytes
    }
}
