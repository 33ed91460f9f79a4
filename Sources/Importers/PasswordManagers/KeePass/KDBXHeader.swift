import CryptoPrimitives
import Encodings
import TOTPDomain

/// A field of a header, or of an inner header.
package struct KDBXField: Sendable, Hashable {
    package var id: UInt8
    package var data: [UInt8]
}

/// The unencrypted start of a KDBX database: how it is encrypted and how its key is derived.
package struct KDBXHeader: Sendable {
    /// 3 or 4.
    package let major: Int
    package let cipher: Cipher
    package let isPacked: Bool
    package let masterSeed: [UInt8]
    package let iv: [UInt8]
    package let keyDerivation: KDBXKeyDerivation
    /// In version 3: the cipher and key of protected values in the XML, and the first bytes of the payload.
    package let innerKey: [UInt8]
    package let streamStart: [UInt8]
    package let innerCipher: UInt64
    /// All fields in their order, including unknown fields; the last field ends the header.
    package let fields: [KDBXField]
    /// The bytes of the header in the file.
    package let bytes: [UInt8]

    package static let signature: [UInt8] = [0x03, 0xD9, 0xA2, 0x9A, 0x67, 0xFB, 0x4B, 0xB5]
    /// The signature of KeePass 1.
    package static let oldSignature: [UInt8] = [0x03, 0xD9, 0xA2, 0x9A, 0x65, 0xFB, 0x4B, 0xB5]

    package enum Cipher: CaseIterable, Sendable {
        case aes, chaCha20, twofish

        var identifier: [UInt8] {
            switch self {
            case .aes: KDBXKeyDerivation.identifier("31C1F2E6BF714350BE5805216AFC5AFF")
            case .chaCha20: KDBXKeyDerivation.identifier("D6038A2B8B6F4CB5A524339A31DBB59A")
            case .twofish: KDBXKeyDerivation.identifier("AD68F29F576F4BB9A36AD47AF965346C")
            }
        }

        var ivCount: Int { self == .chaCha20 ? 12 : AESCBC.blockCount }
    }

    /// - Throws: ``SourceError`` with `corrupt`, `unsupported-version` or `limit-exceeded`.
    package init(_ file: [UInt8]) throws(SourceError) {
        guard !file.starts(with: Self.oldSignature) else {
            throw SourceError(
                .unsupportedVersion, "a database of KeePass 1", "open it in KeePass 2 or KeePassXC and save it again")
        }
        var reader = ByteReader(file, .little, orThrow: SourceError.databaseDamaged)
        try reader.skip(Self.signature.count)
        let minor = try reader.integer(UInt16.self)
        major = try reader.count(UInt16.self)
        guard major == 3 || major == 4 else {
            throw SourceError(
                .unsupportedVersion,
                "a KDBX database of version \(major).\(minor), this program reads 3 and 4", "save it as KDBX 4")
        }
        var list: [KDBXField] = []
        repeat {
            let id = try reader.byte()
            let data = Array(try major == 3 ? reader.block(UInt16.self) : reader.block(UInt32.self))
            list.append(KDBXField(id: id, data: data))
        } while list.last?.id != 0
        self.fields = list
        let fields = Dictionary(list.dropLast().map { ($0.id, $0.data) }, uniquingKeysWith: { $1 })
        bytes = Array(file[..<reader.position])
        func field(_ id: UInt8, count: Int) throws(SourceError) -> [UInt8] {
            guard let data = fields[id], data.count == count else { throw SourceError.databaseDamaged }
            return data
        }
        let cipherID = try field(2, count: 16)
        guard let cipher = Cipher.allCases.first(where: { $0.identifier == cipherID }) else {
            throw SourceError(
                .unsupportedVersion, "its cipher is not AES, ChaCha20 or Twofish", "choose one of them in KeePass")
        }
        self.cipher = cipher
        guard let packing = fields[3]?.integer(.little) else { throw SourceError.databaseDamaged }
        guard packing <= 1 else {
            throw SourceError(
                .unsupportedVersion, "it is compressed in an unknown way", "choose gzip or none in KeePass")
        }
        isPacked = packing == 1
        masterSeed = try field(4, count: 32)
        iv = try field(7, count: cipher.ivCount)
        if major == 3 {
            guard let rounds = fields[6]?.integer(.little) else { throw SourceError.databaseDamaged }
            keyDerivation = .aes(seed: try field(5, count: 32), rounds: rounds)
            innerKey = fields[8] ?? []
            streamStart = try field(9, count: 32)
            innerCipher = fields[10]?.integer(.little) ?? 0
        } else {
            guard let parameters = fields[11] else { throw SourceError.databaseDamaged }
            keyDerivation = try KDBXKeyDerivation(dictionary: parameters)
            innerKey = []
            streamStart = []
            innerCipher = 0
        }
    }
}

extension KDBXHeader {
    /// A new header, of version 4.0: Argon2id, and fields in the order of the programs.
    init(
        cipher: Cipher, masterSeed: [UInt8], iv: [UInt8], salt: [UInt8], cost: KeyDerivation.Argon2Cost, isPacked: Bool
    ) {
        (self.cipher, self.masterSeed, self.iv) = (cipher, masterSeed, iv)
        (major, self.isPacked) = (4, isPacked)
        keyDerivation = .argon2(.id, salt: salt, cost, version: KDBXKeyDerivation.argon2Version)
        (innerKey, streamStart, innerCipher) = ([], [], 0)
        let fields: [(UInt8, [UInt8])] = [
            (2, cipher.identifier), (3, UInt32(isPacked ? 1 : 0).bytes(.little)), (4, masterSeed), (7, iv),
            (11, KDBXKeyDerivation.argon2idDictionary(salt: salt, cost)), (0, [0x0D, 0x0A, 0x0D, 0x0A]),
        ]
        self.fields = fields.map { KDBXField(id: $0, data: $1) }
        bytes =
            Self.signature + UInt16(0).bytes(.little) + UInt16(4).bytes(.little)
            + fields.flatMap { Self.field($0, $1) }
    }

    /// The header of the database's next version: the same with new seeds, keys and IVs.
    ///
    /// - Throws: ``ExportError`` without randomness; ``SourceError`` never for a header that was read.
    func renewed(_ random: any RandomSource) throws(ExportError) -> KDBXHeader {
        var fields = fields
        for index in fields.indices {
            switch (fields[index].id, major) {
            // Master seed and IV; in version 3 also the transform seed, the inner key and the stream start.
            case (4, _), (7, _), (5, 3), (8, 3), (9, 3):
                fields[index].data = try random.bytes(fields[index].data.count)
            case (11, 4):
                fields[index].data = try KDBXKeyDerivation.renewed(dictionary: fields[index].data, random)
            default: break
            }
        }
        let start = Array(bytes[..<(Self.signature.count + 4)])
        let bytes =
            start
            + fields.flatMap { field in
                major == 3
                    ? [field.id] + UInt16(field.data.count).bytes(.little) + field.data
                    : Self.field(field.id, field.data)
            }
        return try ExportError.encryptingAgain { () throws(SourceError) in try KDBXHeader(bytes) }
    }

    /// A field of a header, or of an inner header, of version 4.
    static func field(_ id: UInt8, _ data: [UInt8]) -> [UInt8] { [id] + block(data) }

    /// Data after its length.
    static func block(_ data: [UInt8]) -> [UInt8] { UInt32(data.count).bytes(.little) + data }
}

extension SourceError {
    /// A KDBX database is cut off or changed.
    package static let databaseDamaged = SourceError(.corrupt, "the database is damaged or cut off", .copyAgain)
}
