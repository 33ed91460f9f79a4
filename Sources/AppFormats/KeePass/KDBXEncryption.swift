import Containers
import CryptoPrimitives
import Encodings
import TOTPDomain

/// Writes KDBX databases, of version 4.0, which every program of today opens.
package enum KDBXEncryption {
    /// The length of the key that protects values within the XML.
    package static let innerKeyCount = 64
    private static let seedCount = 32, saltCount = 32, keyCount = 32
    /// The most bytes that a block of the encrypted content has.
    private static let blockCount = 1 << 20

    /// Encrypts a document.
    ///
    /// - Parameter innerKey: the key that protects values within the document, ``innerKeyCount`` bytes.
    /// - Returns: the bytes of the file.
    package static func seal(
        _ document: [UInt8], innerKey: [UInt8], _ passphrase: Passphrase, _ cipher: ExportOptions.Cipher,
        cost: KeyDerivation.Argon2Cost, _ random: any RandomSource
    ) throws(ExportError) -> [UInt8] {
        let known: KDBXHeader.Cipher = cipher == .aes ? .aes : .chaCha20
        let salt = try random.bytes(saltCount)
        let header = KDBXHeader(
            cipher: known, masterSeed: try random.bytes(seedCount), iv: try random.bytes(known.ivCount), salt: salt,
            cost: cost)
        let content = try GzipWriter.pack(innerHeader(innerKey) + document)
        return try ExportError.encrypting { () throws(CryptoError) in
            // Without a key file, the composite key is the hash of the passphrase's hash.
            let composite = try Digest.sha256.hash(try Digest.sha256.hash(passphrase.utf8))
            let transformed = try KeyDerivation.argon2(
                .id, passphrase: Passphrase(utf8: composite).utf8, salt: salt, cost: cost, count: keyCount)
            let keys = try KDBXKeys(header, transformed)
            var file = header.bytes + (try Digest.sha256.hash(header.bytes)) + (try keys.mac(ofHeader: header.bytes))
            var rest = try encrypted(content, cipher, keys, iv: header.iv)[...]
            for index in UInt64(0)... {
                let block = rest.prefix(blockCount)
                file += try keys.mac(ofBlock: index, block) + KDBXHeader.block(Array(block))
                // The last block is empty.
                if block.isEmpty { break }
                rest = rest.dropFirst(blockCount)
            }
            return file
        }
    }

    private static func innerHeader(_ key: [UInt8]) -> [UInt8] {
        KDBXHeader.field(1, KeePassProtection.chaCha20ID.bytes(.little)) + KDBXHeader.field(2, key)
            + KDBXHeader.field(0, [])
    }

    private static func encrypted(
        _ content: [UInt8], _ cipher: ExportOptions.Cipher, _ keys: borrowing KDBXKeys, iv: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        switch cipher {
        case .aes: try AESCBC.seal(SecureBytes(copying: content), key: keys.cipher, iv: iv)
        case .chacha20: try keys.chaCha20(nonce: iv, content)
        }
    }
}

extension KDBXEncryption {
    /// Apps on phones fill in passwords in a process with little memory.
    private static let memory: UInt32 = 64 << 10
    private static let lanes: UInt32 = 2
    private static let passes: ClosedRange<Double> = 3...64

    /// The cost of a key derivation that takes about a second here.
    package static func standardCost() throws(ExportError) -> KeyDerivation.Argon2Cost {
        var cost = KeyDerivation.Argon2Cost(passes: 1, memory: memory, lanes: lanes)
        let start = ContinuousClock.now
        try ExportError.encrypting { () throws(CryptoError) in
            _ = try KeyDerivation.argon2(
                .id, passphrase: Passphrase("").utf8, salt: [UInt8](repeating: 0, count: saltCount), cost: cost,
                count: keyCount)
        }
        let pass = max(start.duration(to: .now), .milliseconds(1))
        cost.passes = UInt32(min(max(.seconds(1) / pass, passes.lowerBound), passes.upperBound))
        return cost
    }
}
