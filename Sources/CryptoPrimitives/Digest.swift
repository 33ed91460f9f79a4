import COpenSSL
import SecureMemory

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

    /// Of a hash.
    package var byteCount: Int {
        switch self {
        case .md5: 16
        case .sha1: 20
        case .sha256: 32
        case .sha384: 48
        case .sha512: 64
        }
    }

    package func hash(_ bytes: [UInt8]) throws(CryptoError) -> [UInt8] {
        try hash(bytes, bytes.count)
    }

    /// The hash of a passphrase.
    package func hash(_ passphrase: LockedBytes) throws(CryptoError) -> [UInt8] {
        try passphrase.withBytes { bytes throws(CryptoError) in try hash(bytes.baseAddress, bytes.count) }
    }

    private func hash(_ bytes: UnsafeRawPointer?, _ byteCount: Int) throws(CryptoError) -> [UInt8] {
        var out = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        guard EVP_Digest(bytes, byteCount, &out, &count, implementation, nil) == 1 else {
            throw .operationFailed("a hash")
        }
        return Array(out.prefix(Int(count)))
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
