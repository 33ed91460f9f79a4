import COpenSSL
import CSodium
import SecureMemory
import TOTPDomain

/// Hash functions and HMAC.
package enum Digest: Sendable, Hashable {
    case md5, sha1, sha256, sha384, sha512

    var implementation: OpaquePointer? {
        switch self {
        case .md5: EVP_md5()
        case .sha1: EVP_sha1()
        case .sha256: EVP_sha256()
        case .sha384: EVP_sha384()
        case .sha512: EVP_sha512()
        }
    }

    /// The length of a hash.
    package var byteCount: Int { Int(EVP_MD_get_size(implementation)) }

    package func hash(_ bytes: [UInt8]) throws(CryptoError) -> [UInt8] { try hash(bytes, bytes.count) }

    /// The hash of a passphrase.
    package func hash(_ passphrase: LockedBytes) throws(CryptoError) -> [UInt8] {
        try passphrase.withBytes { bytes throws(CryptoError) in try hash(bytes.baseAddress, bytes.count) }
    }

    /// Only the caller has the hash, which may be a key, and can wipe it.
    private func hash(_ bytes: UnsafeRawPointer?, _ count: Int) throws(CryptoError) -> [UInt8] {
        var out = [UInt8](repeating: 0, count: byteCount)
        guard EVP_Digest(bytes, count, &out, nil, implementation, nil) == 1 else { throw .operationFailed("a hash") }
        return out
    }

    /// HMAC, RFC 2104. An empty key is allowed.
    package func hmac(key: [UInt8], _ bytes: [UInt8]) throws(CryptoError) -> [UInt8] {
        guard let length = Int32(exactly: key.count) else { throw .invalidParameter("a key of \(key.count) bytes") }
        var out = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        // A nil key would mean the key of the last call.
        let key = key.isEmpty ? [0] : key
        guard HMAC(implementation, key, length, bytes, bytes.count, &out, &count) != nil else {
            throw .operationFailed("HMAC")
        }
        return Array(out.prefix(Int(count)))
    }
}

/// A keyed hash of 16 bytes that is the same in every process with the same key: BLAKE2b, RFC 7693.
///
/// Without the key, a hash reveals nothing about its input, except whether two inputs are equal.
package struct KeyedHash: Sendable {
    /// The key's length in bytes.
    package static let keyCount = 32
    /// The hash's length in bytes.
    package static let count = 16

    private let key: [UInt8]

    /// - Throws: ``CryptoError`` for a key of another length, or if the library cannot be used.
    package init(key: [UInt8]) throws(CryptoError) {
        guard key.count == Self.keyCount else { throw .invalidParameter("a key of \(key.count) bytes") }
        try Sodium.initialize()
        self.key = key
    }

    /// - Returns: nil if the library fails, which it does only for parameters out of range.
    package func of(_ bytes: [UInt8]) -> [UInt8]? {
        var hash = [UInt8](repeating: 0, count: Self.count)
        let status = crypto_generichash(&hash, hash.count, bytes, UInt64(bytes.count), key, key.count)
        return status == 0 ? hash : nil
    }
}

/// The hash functions of one-time codes, from libcrypto.
package struct CodeHashes: CodeCryptography {
    package func hash(_ bytes: [UInt8], with algorithm: OTPAlgorithm) throws(CodeError) -> [UInt8] {
        do { return try Digest(algorithm).hash(bytes) } catch { throw .cryptographyFailed }
    }

    package func hmac(of message: [UInt8], key: [UInt8], with algorithm: OTPAlgorithm) throws(CodeError) -> [UInt8] {
        do { return try Digest(algorithm).hmac(key: key, message) } catch { throw .cryptographyFailed }
    }
}

extension OneTimeCodes<CodeHashes> {
    package init() { self.init(CodeHashes()) }
}

extension Digest {
    fileprivate init(_ algorithm: OTPAlgorithm) {
        switch algorithm {
        case .sha1: self = .sha1
        case .sha256: self = .sha256
        case .sha512: self = .sha512
        case .md5: self = .md5
        }
    }
}

/// Recognizes equal contents: 16 bytes that are the same for the same bytes, and for different bytes only with a chance
/// of less than 1 in 2^100, whoever chose them.
///
/// GHASH (NIST SP 800-38D) with a random key that never leaves the process. Fingerprints are to be compared only within
/// the process; as a signature they are worthless.
package struct ContentFingerprint: Sendable {
    private let key: [UInt8]
    private let nonce: [UInt8]

    /// - Throws: ``CryptoError/operationFailed(_:)`` if the system has no randomness.
    package init() throws(CryptoError) {
        key = try RandomBytes.make(16)
        nonce = try RandomBytes.make(12)
    }

    /// - Returns: nil if the bytes are too many for libcrypto (2 GiB) or it is out of memory.
    package func of(_ bytes: [UInt8]) -> UInt128? {
        guard bytes.count <= Int(Int32.max), let context = EVP_CIPHER_CTX_new() else { return nil }
        defer { EVP_CIPHER_CTX_free(context) }
        var count: Int32 = 0
        var tag = [UInt8](repeating: 0, count: 16)
        guard EVP_EncryptInit_ex2(context, EVP_aes_128_gcm(), key, nonce, nil) == 1,
            EVP_EncryptUpdate(context, nil, &count, bytes, Int32(bytes.count)) == 1,
            EVP_EncryptFinal_ex(context, nil, &count) == 1,
            EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 16, &tag) == 1
        else { return nil }
        return tag.reduce(0) { $0 << 8 | UInt128($1) }
    }
}

/// Comparison that takes the same time for equal and different bytes.
package enum ConstantTime {
    package static func areEqual(_ a: [UInt8], _ b: [UInt8]) -> Bool {
        a.count == b.count && CRYPTO_memcmp(a, b, a.count) == 0
    }

    package static func areEqual(_ a: borrowing SecureBytes, _ b: LockedBytes) -> Bool {
        a.count == b.count
            && a.withBytes { a in b.withBytes { b in CRYPTO_memcmp(a.baseAddress, b.baseAddress, a.count) == 0 } }
    }
}
