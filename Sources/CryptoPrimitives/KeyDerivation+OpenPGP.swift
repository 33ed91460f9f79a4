import COpenSSL
import SecureMemory

extension KeyDerivation {
    /// OpenPGP's string-to-key functions, RFC 9580 section 3.7.1: the hash of salt and passphrase, repeated.
    ///
    /// For a key longer than the hash, further hashes follow, each with one more zero byte before its input.
    ///
    /// - Parameters:
    ///   - salt: eight bytes, or none for the simple function.
    ///   - octets: how much is hashed, at most ``maximumOpenPGPOctets``; salt and passphrase are hashed at least once.
    ///   - count: bytes of the key, at most 64.
    /// - Throws: ``CryptoError/invalidParameter(_:)`` for an impossible count.
    package static func openPGP(
        _ digest: Digest, passphrase: LockedBytes, salt: [UInt8], octets: Int, count: Int
    ) throws(CryptoError) -> SecureBytes {
        guard 0...maximumOpenPGPOctets ~= octets, 1...64 ~= count else {
            throw .invalidParameter("a hash of \(octets) bytes for a key of \(count) bytes")
        }
        let input = SecureBytes(count: salt.count + passphrase.count) { input in
            input.copyBytes(from: salt)
            UnsafeMutableRawBufferPointer(rebasing: input[salt.count...]).copyBytes(from: passphrase)
        }
        return try SecureBytes(count: count) { key throws(CryptoError) in
            var filled = 0, prefix = 0
            while filled < count {
                var hash = try self.hash(digest, zeros: prefix, input, octets: max(octets, input.count))
                let part = min(hash.count, count - filled)
                UnsafeMutableRawBufferPointer(rebasing: key[filled..<(filled + part)]).copyBytes(from: hash[..<part])
                OPENSSL_cleanse(&hash, hash.count)
                filled += part
                prefix += 1
            }
        }
    }

    /// The most that the one byte of a message can ask for.
    package static let maximumOpenPGPOctets = 65_011_712

    private static func hash(
        _ digest: Digest, zeros: Int, _ input: borrowing SecureBytes, octets: Int
    ) throws(CryptoError) -> [UInt8] {
        guard let context = EVP_MD_CTX_new() else { throw .operationFailed("a hash") }
        defer { EVP_MD_CTX_free(context) }
        var out = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var written: UInt32 = 0
        // Larger portions than a short passphrase: libcrypto is called less often.
        let repeats = max(1, 4096 / max(1, input.count))
        let portion = SecureBytes(count: input.count * repeats) { buffer in
            input.withBytes { input in
                for index in 0..<repeats where !input.isEmpty {
                    UnsafeMutableRawBufferPointer(rebasing: buffer[(index * input.count)...]).copyBytes(from: input)
                }
            }
        }
        let isHashed = portion.withBytes { portion in
            guard EVP_DigestInit_ex(context, digest.implementation, nil) == 1,
                EVP_DigestUpdate(context, [UInt8](repeating: 0, count: zeros), zeros) == 1
            else { return false }
            var left = portion.isEmpty ? 0 : octets
            while left > 0 {
                let count = min(left, portion.count)
                guard EVP_DigestUpdate(context, portion.baseAddress, count) == 1 else { return false }
                left -= count
            }
            return EVP_DigestFinal_ex(context, &out, &written) == 1
        }
        guard isHashed else { throw .operationFailed("a hash") }
        return Array(out.prefix(Int(written)))
    }
}
