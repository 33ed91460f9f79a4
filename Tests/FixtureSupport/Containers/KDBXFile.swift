import CGcrypt
import COpenSSL
import CTwofish
import CryptoPrimitives
import SecureMemory

/// A KeePass database written from the format's description, with any cipher and key derivation and with much lower
/// costs than real programs use.
package struct KDBXFile: Sendable, Hashable {
    package enum Cipher: String, Sendable, CaseIterable { case aes, twofish, chaCha20 }

    package enum Derivation: Sendable, Hashable {
        case aes(rounds: UInt64)
        case argon2(KeyDerivation.Argon2Variant, memory: UInt64, passes: UInt64)
    }

    /// 3 or 4.
    package var version: Int
    package var cipher: Cipher
    package var derivation: Derivation
    package var isPacked: Bool

    package struct Failed: Error {}

    package init(version: Int, cipher: Cipher = .aes, derivation: Derivation = .aes(rounds: 100), isPacked: Bool = true)
    {
        self.version = version
        self.cipher = cipher
        self.derivation = derivation
        self.isPacked = isPacked
    }

    /// The whole file.
    ///
    /// - Parameter seed: other seeds give other salts.
    package func bytes(xml: String, passphrase: String, seed: UInt64 = 1) throws -> [UInt8] {
        let content = Self.innerHeader(version) + Array(xml.utf8)
        return try bytes(sealing: isPacked ? try Packing.gzip.pack(content) : content, passphrase, seed: seed)
    }

    /// The inner header, which is packed together with the XML.
    package static func innerHeader(_ version: Int) -> [UInt8] {
        version == 3 ? [] : [1] + number(4, 4) + number(3, 4) + [2] + number(64, 4) + bytes(64) + [0] + number(0, 4)
    }

    /// - Parameter content: the content to encrypt, already packed.
    package func bytes(sealing content: [UInt8], _ passphrase: String, seed: UInt64 = 1) throws -> [UInt8] {
        var generator = SeededGenerator(seed: seed)
        let masterSeed = generator.bytes(32), iv = generator.bytes(cipher == .chaCha20 ? 12 : 16)
        let salt = generator.bytes(32), streamStart = generator.bytes(32)
        let header = header(masterSeed: masterSeed, iv: iv, salt: salt, streamStart: streamStart)
        let transformed = try transformed(passphrase, salt)
        let key = try Digest.sha256.hash(masterSeed + transformed)
        if version == 3 {
            let block = try Self.number(0, 4) + Digest.sha256.hash(content) + Self.number(content.count, 4) + content
            let end = Self.number(1, 4) + [UInt8](repeating: 0, count: 36)
            return header + (try encrypted(streamStart + block + end, key: key, iv: iv))
        }
        let base = try Digest.sha512.hash(masterSeed + transformed + [1])
        var file = header + (try Digest.sha256.hash(header)) + (try Self.mac(header, block: -1, base))
        for (index, data) in [try encrypted(content, key: key, iv: iv), []].enumerated() {
            let framed = Self.number(data.count, 4) + data
            file += try Self.mac(Self.number(index, 8) + framed, block: index, base) + framed
        }
        return file
    }

    /// A file of version 4 whose header was changed, with the hash that anyone can make; one of version 3 as it is.
    package static func withHeaderHash(_ file: [UInt8]) throws -> [UInt8] {
        let end: [UInt8] = [0, 4, 0, 0, 0, 0x0D, 0x0A, 0x0D, 0x0A]
        guard file.count > 12, file[10] == 4, let range = file.firstRange(of: end) else { return file }
        let header = Array(file[..<range.upperBound])
        return try header + Digest.sha256.hash(header) + file[(range.upperBound + 32)...]
    }

    // MARK: - Header

    private func header(masterSeed: [UInt8], iv: [UInt8], salt: [UInt8], streamStart: [UInt8]) -> [UInt8] {
        let identifier: [UInt8] =
            switch cipher {
            case .aes: [UInt8](hex: "31C1F2E6BF714350BE5805216AFC5AFF")
            case .twofish: [UInt8](hex: "AD68F29F576F4BB9A36AD47AF965346C")
            case .chaCha20: [UInt8](hex: "D6038A2B8B6F4CB5A524339A31DBB59A")
            }
        var fields: [(UInt8, [UInt8])] = [
            (2, identifier), (3, Self.number(isPacked ? 1 : 0, 4)), (4, masterSeed), (7, iv),
        ]
        if version == 3 {
            if case .aes(let rounds) = derivation { fields += [(5, salt), (6, Self.number(Int(rounds), 8))] }
            fields += [(8, Self.bytes(32)), (9, streamStart), (10, Self.number(2, 4))]
        } else {
            fields.append((11, parameters(salt)))
        }
        fields.append((0, [0x0D, 0x0A, 0x0D, 0x0A]))
        let signature: [UInt8] = [0x03, 0xD9, 0xA2, 0x9A, 0x67, 0xFB, 0x4B, 0xB5]
        return signature + Self.number(version == 3 ? 1 : 0, 2) + Self.number(version, 2)
            + fields.flatMap { [$0] + Self.number($1.count, version == 3 ? 2 : 4) + $1 }
    }

    /// The variant dictionary of version 4.
    private func parameters(_ salt: [UInt8]) -> [UInt8] {
        func value(_ type: UInt8, _ name: String, _ bytes: [UInt8]) -> [UInt8] {
            [type] + Self.number(name.utf8.count, 4) + Array(name.utf8) + Self.number(bytes.count, 4) + bytes
        }
        let values: [UInt8]
        switch derivation {
        case .aes(let rounds):
            values =
                value(0x42, "$UUID", [UInt8](hex: "C9D9F39A628A4460BF740D08C18A4FEA"))
                + value(0x05, "R", Self.number(Int(rounds), 8))
        case .argon2(let variant, let memory, let passes):
            let identifier = variant == .d ? "EF636DDF8C29444B91F7A9A403E30A0C" : "9E298B1956DB4773B23DFC3EC6F0A1E6"
            values =
                value(0x42, "$UUID", [UInt8](hex: identifier)) + value(0x05, "I", Self.number(Int(passes), 8))
                + value(0x05, "M", Self.number(Int(memory), 8)) + value(0x04, "P", Self.number(2, 4))
                + value(0x04, "V", Self.number(0x13, 4))
        }
        return [0, 1] + values + value(0x42, "S", salt) + [0]
    }

    // MARK: - Keys and ciphers

    private func transformed(_ passphrase: String, _ salt: [UInt8]) throws -> [UInt8] {
        let composite = try Digest.sha256.hash(Digest.sha256.hash(Array(passphrase.utf8)))
        switch derivation {
        case .aes(let rounds):
            return try KeyDerivation.aesKDF(key: SecureBytes(copying: composite), seed: salt, rounds: rounds)
                .withBytes { Array($0) }
        case .argon2(let variant, let memory, let passes):
            let cost = KeyDerivation.Argon2Cost(passes: UInt32(passes), memory: UInt32(memory >> 10), lanes: 2)
            return try KeyDerivation.argon2(
                variant, passphrase: LockedBytes(copying: composite), salt: salt, cost: cost, count: 32
            )
            .withBytes { Array($0) }
        }
    }

    private func encrypted(_ bytes: [UInt8], key: [UInt8], iv: [UInt8]) throws -> [UInt8] {
        if cipher == .chaCha20 {
            var stream = try KeyStream(.chaCha20, key: SecureBytes(copying: key), nonce: iv)
            return try stream.apply(to: bytes)
        }
        let padding = 16 - bytes.count % 16
        let padded = bytes + [UInt8](repeating: UInt8(padding), count: padding)
        return cipher == .aes ? try Self.aes(padded, key, iv) : try Self.twofish(padded, key, iv)
    }

    private static func aes(_ padded: [UInt8], _ key: [UInt8], _ iv: [UInt8]) throws -> [UInt8] {
        guard let context = EVP_CIPHER_CTX_new() else { throw Failed() }
        defer { EVP_CIPHER_CTX_free(context) }
        var out = [UInt8](repeating: 0, count: padded.count + 16)
        var written: Int32 = 0
        guard EVP_EncryptInit_ex2(context, EVP_aes_256_cbc(), key, iv, nil) == 1,
            EVP_EncryptUpdate(context, &out, &written, padded, Int32(padded.count)) == 1,
            Int(written) == padded.count
        else { throw Failed() }
        return Array(out.prefix(padded.count))
    }

    private static func twofish(_ padded: [UInt8], _ key: [UInt8], _ iv: [UInt8]) throws -> [UInt8] {
        var out = [UInt8](repeating: 0, count: padded.count)
        // The library is to be set up in one way in a process: the way of the code that is tested.
        guard ctwofish_cbc_decrypt(key, iv, padded, &out, 16) else { throw Failed() }
        var cipher: gcry_cipher_hd_t?
        let algorithm = Int32(GCRY_CIPHER_TWOFISH.rawValue), mode = Int32(GCRY_CIPHER_MODE_CBC.rawValue)
        guard gcry_cipher_open(&cipher, algorithm, mode, 0) == 0 else { throw Failed() }
        defer { gcry_cipher_close(cipher) }
        guard gcry_cipher_setkey(cipher, key, key.count) == 0, gcry_cipher_setiv(cipher, iv, iv.count) == 0,
            gcry_cipher_encrypt(cipher, &out, out.count, padded, padded.count) == 0
        else { throw Failed() }
        return out
    }

    private static func mac(_ bytes: [UInt8], block: Int, _ base: [UInt8]) throws -> [UInt8] {
        try Digest.sha256.hmac(key: Digest.sha512.hash(number(block, 8) + base), bytes)
    }

    private static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// A key for values that are protected within the XML, which this writer leaves in the clear.
    private static func bytes(_ count: Int) -> [UInt8] {
        var generator = SeededGenerator(seed: 0)
        return generator.bytes(count)
    }
}
