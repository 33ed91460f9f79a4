import CryptoPrimitives
import Encodings

/// The keys of a KDBX database, from its master seed and its transformed composite key.
package struct KDBXKeys: ~Copyable {
    /// Of the content.
    package let cipher: SecureBytes
    /// What the keys of all MACs are made of, in version 4.
    private let base: [UInt8]

    package init(_ header: KDBXHeader, _ transformed: borrowing SecureBytes) throws(CryptoError) {
        let seeded = header.masterSeed + transformed.copied()
        let key = try Digest.sha256.hash(seeded)
        base = try Digest.sha512.hash(seeded + [1])
        cipher = SecureBytes(copying: key)
    }

    /// Encrypts or decrypts the content with ChaCha20.
    package func chaCha20(nonce: [UInt8], _ bytes: [UInt8]) throws(CryptoError) -> [UInt8] {
        var stream = try KeyStream(.chaCha20, key: cipher.prefix(cipher.count), nonce: nonce)
        return try stream.apply(to: bytes)
    }

    package func mac(ofHeader header: [UInt8]) throws(CryptoError) -> [UInt8] { try mac(header, .max) }

    /// - Parameter index: of the block, from 0.
    package func mac(ofBlock index: UInt64, _ data: some Collection<UInt8>) throws(CryptoError) -> [UInt8] {
        try mac(index.bytes(.little) + UInt32(data.count).bytes(.little) + data, index)
    }

    private func mac(_ bytes: [UInt8], _ block: UInt64) throws(CryptoError) -> [UInt8] {
        try Digest.sha256.hmac(key: try Digest.sha512.hash(block.bytes(.little) + base), bytes)
    }
}
