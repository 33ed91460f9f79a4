import COpenSSL
import CZlib
import CryptoPrimitives
import SecureMemory

/// A zip archive as apps write it, or a hostile one: sizes and names can be anything.
package struct ZipFile: Sendable {
    package enum Encryption: Sendable, Hashable, CaseIterable {
        case none, zipCrypto
        /// WinZip's, with keys of 128, 192 and 256 bits; the second form has no CRC.
        case aes128, aes192, aes256, aes256WithCRC

        fileprivate var keyCount: Int? {
            switch self {
            case .none, .zipCrypto: nil
            case .aes128: 16
            case .aes192: 24
            case .aes256, .aes256WithCRC: 32
            }
        }
    }

    package struct Entry: Sendable {
        package var name: String
        /// The content, in pieces.
        package var pieces: [[UInt8]]
        package var isPacked = true
        package var encryption = Encryption.none
        /// The size that the archive states, if it is to be wrong.
        package var claimedSize: Int?

        package init(
            _ name: String, pieces: [[UInt8]], isPacked: Bool = true, encryption: Encryption = .none,
            claimedSize: Int? = nil
        ) {
            self.name = name
            self.pieces = pieces
            self.isPacked = isPacked
            self.encryption = encryption
            self.claimedSize = claimedSize
        }

        package init(_ name: String, _ text: String, encryption: Encryption = .none) {
            self.init(name, pieces: [Array(text.utf8)], encryption: encryption)
        }
    }

    private var entries: [Entry]
    private let passphrase: String

    package init(_ entries: [Entry], passphrase: String = "") {
        self.entries = entries
        self.passphrase = passphrase
    }

    package func bytes() throws -> [UInt8] {
        var local: [UInt8] = [], central: [UInt8] = []
        for (index, entry) in entries.enumerated() {
            let offset = local.count
            let data = try sealed(entry, seed: UInt64(index))
            let fields = fields(of: entry, packedCount: data.count)
            let name = Array(entry.name.utf8), extra = Self.extra(of: entry)
            let lengths = Self.number(name.count, 2) + Self.number(extra.count, 2)
            local += [0x50, 0x4B, 3, 4] + fields + lengths + name + extra + data
            central += [0x50, 0x4B, 1, 2, 51, 0] + fields + lengths
            central += [UInt8](repeating: 0, count: 10) + Self.number(offset, 4) + name + extra
        }
        let count = Self.number(entries.count, 2)
        return local + central + [0x50, 0x4B, 5, 6, 0, 0, 0, 0] + count + count
            + Self.number(central.count, 4) + Self.number(local.count, 4) + [0, 0]
    }

    /// The fields that an entry and its line in the directory share: version, flags, method, time, CRC and sizes.
    private func fields(of entry: Entry, packedCount: Int) -> [UInt8] {
        let isAES = entry.encryption.keyCount != nil
        let method = isAES ? 99 : entry.isPacked ? 8 : 0
        let hasCRC = !isAES || entry.encryption == .aes256WithCRC
        let size = entry.claimedSize ?? entry.pieces.reduce(0) { $0 + $1.count }
        return [51, 0, entry.encryption == .none ? 0 : 1, 0] + Self.number(method, 2) + [0, 0, 0x21, 0x5A]
            + Self.number(hasCRC ? Int(Self.crc(entry.pieces)) : 0, 4) + Self.number(packedCount, 4)
            + Self.number(size, 4)
    }

    /// WinZip's note of the key's length and of the method that the encryption hides.
    private static func extra(of entry: Entry) -> [UInt8] {
        guard let keyCount = entry.encryption.keyCount else { return [] }
        let form: UInt8 = entry.encryption == .aes256WithCRC ? 1 : 2
        return [0x01, 0x99, 7, 0, form, 0, 0x41, 0x45, UInt8(keyCount / 8 - 1), entry.isPacked ? 8 : 0, 0]
    }

    private func sealed(_ entry: Entry, seed: UInt64) throws -> [UInt8] {
        let data = entry.isPacked ? try Packing.deflate.pack(entry.pieces) : Array(entry.pieces.joined())
        var generator = SeededGenerator(seed: seed)
        if entry.encryption == .zipCrypto {
            var cipher = ZipCrypto(passphrase: Array(passphrase.utf8))
            // The last byte of the head lets readers tell most wrong passphrases.
            let head = generator.bytes(11) + [UInt8(Self.crc(entry.pieces) >> 24)]
            return (head + data).map { cipher.encrypted($0) }
        }
        guard let keyCount = entry.encryption.keyCount else { return data }
        let salt = generator.bytes(keyCount / 2)
        let keys = try KeyDerivation.pbkdf2(
            .sha1, passphrase: LockedBytes(copying: passphrase.utf8), salt: salt, iterations: 1000,
            count: 2 * keyCount + 2
        ).withBytes { Array($0) }
        let text = try Self.counted(data, key: Array(keys[..<keyCount]))
        let mac = try Digest.sha1.hmac(key: Array(keys[keyCount..<(2 * keyCount)]), text)
        return salt + keys.suffix(2) + text + mac.prefix(10)
    }

    /// AES in counter mode with a counter that starts at 1, lowest byte first, which no library has.
    private static func counted(_ bytes: [UInt8], key: [UInt8]) throws -> [UInt8] {
        guard let context = EVP_CIPHER_CTX_new() else { throw Packing.Failed() }
        defer { EVP_CIPHER_CTX_free(context) }
        let cipher = key.count == 16 ? EVP_aes_128_ecb() : key.count == 24 ? EVP_aes_192_ecb() : EVP_aes_256_ecb()
        var stream: [UInt8] = []
        for block in 1...max(1, bytes.count / 16 + 1) {
            var out = [UInt8](repeating: 0, count: 32)
            var written: Int32 = 0
            guard EVP_EncryptInit_ex2(context, cipher, key, nil, nil) == 1,
                EVP_EncryptUpdate(context, &out, &written, number(block, 16), 16) == 1, written == 16
            else { throw Packing.Failed() }
            stream += out.prefix(16)
        }
        return zip(bytes, stream).map { $0 ^ $1 }
    }

    private static func crc(_ pieces: [[UInt8]]) -> UInt32 {
        UInt32(pieces.reduce(crc32(0, nil, 0)) { crc32($0, $1, UInt32($1.count)) })
    }

    private static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> (8 * $0)) : 0 }
    }
}

/// The traditional encryption of zip archives, APPNOTE.TXT section 6.1.
private struct ZipCrypto {
    private var keys: (UInt32, UInt32, UInt32) = (0x1234_5678, 0x2345_6789, 0x3456_7890)

    init(passphrase: [UInt8]) {
        for byte in passphrase { update(byte) }
    }

    mutating func encrypted(_ byte: UInt8) -> UInt8 {
        let mixed = keys.2 | 2
        defer { update(byte) }
        return byte ^ UInt8(truncatingIfNeeded: (mixed &* (mixed ^ 1)) >> 8)
    }

    private mutating func update(_ byte: UInt8) {
        keys.0 = Self.step(keys.0, byte)
        keys.1 = (keys.1 &+ (keys.0 & 0xFF)) &* 134_775_813 &+ 1
        keys.2 = Self.step(keys.2, UInt8(truncatingIfNeeded: keys.1 >> 24))
    }

    /// One byte of CRC-32, without the inversions around it.
    private static func step(_ sum: UInt32, _ byte: UInt8) -> UInt32 {
        UInt32(truncatingIfNeeded: crc32(uLong(~sum), [byte], 1)) ^ 0xFFFF_FFFF
    }
}
