import CryptoPrimitives
import Encodings
import TOTPDomain

/// The key stream of protected values in KeePass's XML: one stream for all of them, in document order.
package enum KeePassProtection: Sendable {
    /// Values are not encrypted.
    case none
    case stream(KeyStream.Cipher, key: [UInt8], nonce: [UInt8])

    /// The number of ChaCha20 in files.
    static let chaCha20ID: UInt32 = 3

    private static func chaCha20(_ key: [UInt8]) throws(CryptoError) -> (key: [UInt8], nonce: [UInt8]) {
        let hash = try Digest.sha512.hash(key)
        return (Array(hash[..<32]), Array(hash[32..<44]))
    }

    /// The key stream of a file that is written.
    static func newStream(_ key: [UInt8]) throws(CryptoError) -> KeyStream {
        let (key, nonce) = try chaCha20(key)
        return try KeyStream(.chaCha20, key: SecureBytes(copying: key), nonce: nonce)
    }

    /// - Parameter cipher: 0 none, 2 Salsa20, 3 ChaCha20.
    /// - Throws: ``SourceError`` with `unsupported-version` for any other.
    package init(cipher: UInt64, key: [UInt8]) throws(SourceError) {
        guard [0, 2, 3].contains(cipher) else {
            throw SourceError(
                .unsupportedVersion, "its values are protected in an unknown way", "save it again in KeePass")
        }
        do throws(CryptoError) {
            switch cipher {
            case 2:
                self = .stream(
                    .salsa20, key: try Digest.sha256.hash(key), nonce: [0xE8, 0x30, 0x09, 0x4B, 0x97, 0x20, 0x5D, 0x2A])
            case 3:
                let (key, nonce) = try Self.chaCha20(key)
                self = .stream(.chaCha20, key: key, nonce: nonce)
            default: self = .none
            }
        } catch { throw SourceError(cryptography: error) }
    }
}

/// Decrypts protected values, in their order.
package struct KeePassValues: ~Copyable {
    private var stream: KeyStream?

    package init(_ protection: KeePassProtection) throws(SourceError) {
        guard case .stream(let cipher, let key, let nonce) = protection else {
            stream = nil
            return
        }
        stream = try SourceError.decrypting(KeyStream(cipher, key: SecureBytes(copying: key), nonce: nonce))
    }

    /// The next protected value in document order.
    ///
    /// - Throws: ``SourceError`` with `corrupt` if it is not base64: then all values after it are lost.
    package mutating func clear(_ text: String) throws(SourceError) -> String {
        guard let bytes = try clearBytes(text) else { return text }
        return String(decoding: bytes, as: UTF8.self).limitingMarks
    }

    /// The value as bytes; nil if values are not encrypted.
    mutating func clearBytes(_ text: String) throws(SourceError) -> [UInt8]? {
        guard stream != nil else { return nil }
        guard let bytes = Base64.decode(text.utf8WithoutSpace) else {
            throw SourceError.databaseDamaged
        }
        do throws(CryptoError) { return try stream?.apply(to: bytes) } catch { throw SourceError(cryptography: error) }
    }

    /// The next protected value as it is written.
    mutating func sealed(_ bytes: [UInt8]) throws(SourceError) -> [UInt8] {
        do throws(CryptoError) {
            guard let hidden = try stream?.apply(to: bytes) else { return bytes }
            return Array(Base64.encode(hidden).utf8)
        } catch { throw SourceError(cryptography: error) }
    }
}
