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
        let content = innerHeader(innerKey) + document, packed = try GzipWriter.pack(content)
        // Content that packs too well looks like a bomb to readers.
        let isPacked = content.count <= KDBXPayload.unpackedLimit(of: packed.count)
        let header = KDBXHeader(
            cipher: known, masterSeed: try random.bytes(seedCount), iv: try random.bytes(known.ivCount), salt: salt,
            cost: cost, isPacked: isPacked)
        return try ExportError.encrypting { () throws(CryptoError) in
            // Without a key file, the composite key is the hash of the passphrase's hash.
            let composite = try Digest.sha256.hash(try Digest.sha256.hash(passphrase.utf8))
            let transformed = try KeyDerivation.argon2(
                .id, passphrase: Passphrase(utf8: composite).utf8, salt: salt, cost: cost, count: keyCount)
            return try file(header, try KDBXKeys(header, transformed), isPacked ? packed : content)
        }
    }

    /// A file of version 4.
    private static func file(
        _ header: KDBXHeader, _ keys: borrowing KDBXKeys, _ content: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        var file = header.bytes + (try Digest.sha256.hash(header.bytes)) + (try keys.mac(ofHeader: header.bytes))
        for (index, block) in blocks(of: try encrypted(content, header, keys)).enumerated() {
            file += try keys.mac(ofBlock: UInt64(index), block) + KDBXHeader.block(block)
        }
        return file
    }

    /// The last block is empty.
    private static func blocks(of content: [UInt8]) -> [[UInt8]] {
        let starts = stride(from: 0, to: content.count, by: blockCount)
        return starts.map { Array(content[$0...].prefix(blockCount)) } + [[]]
    }

    private static func innerHeader(_ key: [UInt8], _ more: [KDBXField] = []) -> [UInt8] {
        KDBXHeader.field(1, KeePassProtection.chaCha20ID.bytes(.little)) + KDBXHeader.field(2, key)
            + more.flatMap { KDBXHeader.field($0.id, $0.data) } + KDBXHeader.field(0, [])
    }

    private static func encrypted(
        _ content: [UInt8], _ header: KDBXHeader, _ keys: borrowing KDBXKeys
    ) throws(CryptoError) -> [UInt8] {
        switch header.cipher {
        case .aes: return try AESCBC.seal(SecureBytes(copying: content), key: keys.cipher, iv: header.iv)
        case .chaCha20: return try keys.chaCha20(nonce: header.iv, content)
        case .twofish: throw .operationFailed("Twofish, which is only read")
        }
    }
}

// MARK: - Databases that existed

extension KDBXEncryption {
    /// The next version of a database: of the same KDBX version, with the cipher, the key derivation and the keys that
    /// it had, and new seeds.
    ///
    /// - Parameters:
    ///   - innerFields: the fields in front of the XML in version 4.
    ///   - composite: the key of the database.
    ///   - xml: receives the new header and the protection of values.
    static func seal(
        _ old: KDBXHeader, innerFields: [KDBXField], composite: borrowing SecureBytes, _ limits: ImportLimits,
        _ random: any RandomSource,
        xml: (KDBXHeader, KeePassProtection) throws(SourceError) -> [UInt8]
    ) throws(ExportError) -> [UInt8] {
        let header = try old.renewed(random)
        let innerKey = try random.bytes(innerKeyCount)
        let protection = try ExportError.encryptingAgain { () throws(SourceError) in
            header.major == 3
                ? try KeePassProtection(cipher: header.innerCipher, key: header.innerKey)
                : try KeePassProtection(cipher: UInt64(KeePassProtection.chaCha20ID), key: innerKey)
        }
        let inner = header.major == 3 ? [] : innerHeader(innerKey, innerFields)
        let text = try ExportError.encryptingAgain { () throws(SourceError) in try xml(header, protection) }
        let transformed = try ExportError.encryptingAgain { () throws(SourceError) in
            try header.keyDerivation.transform(composite, limits.restarted)
        }
        let content = header.isPacked ? try GzipWriter.pack(inner + text) : inner + text
        return try ExportError.encrypting { () throws(CryptoError) in
            let keys = try KDBXKeys(header, transformed)
            guard header.major == 3 else { return try file(header, keys, content) }
            return header.bytes + (try encrypted(header.streamStart + hashedBlocks(content), header, keys))
        }
    }

    /// As version 3 has them.
    private static func hashedBlocks(_ content: [UInt8]) throws(CryptoError) -> [UInt8] {
        var bytes: [UInt8] = []
        for (index, block) in blocks(of: content).enumerated() {
            let hash = block.isEmpty ? [UInt8](repeating: 0, count: 32) : try Digest.sha256.hash(block)
            bytes += UInt32(index).bytes(.little) + hash + KDBXHeader.block(block)
        }
        return bytes
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
