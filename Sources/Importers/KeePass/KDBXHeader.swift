import Encodings
import TOTPDomain

/// The unencrypted start of a KDBX database: how it is encrypted and how its key is derived.
struct KDBXHeader {
    /// 3 or 4.
    let major: Int
    let cipher: Cipher
    let isPacked: Bool
    let masterSeed: [UInt8]
    let iv: [UInt8]
    let keyDerivation: KDBXKeyDerivation
    /// In version 3: the cipher and key of protected values in the XML, and the first bytes of the payload.
    let innerKey: [UInt8]
    let streamStart: [UInt8]
    let innerCipher: UInt64
    /// The bytes of the header in the file.
    let bytes: [UInt8]

    static let signature: [UInt8] = [0x03, 0xD9, 0xA2, 0x9A, 0x67, 0xFB, 0x4B, 0xB5]
    /// The signature of KeePass 1.
    static let oldSignature: [UInt8] = [0x03, 0xD9, 0xA2, 0x9A, 0x65, 0xFB, 0x4B, 0xB5]

    enum Cipher { case aes, chaCha20, twofish }

    /// - throws: ``SourceError`` with `corrupt`, `unsupported-version` or `limit-exceeded`.
    init(_ file: [UInt8]) throws(SourceError) {
        guard !file.starts(with: Self.oldSignature) else {
            throw SourceError(
                .unsupportedVersion, "a database of KeePass 1; open it in KeePass 2 or KeePassXC and save it again")
        }
        var reader = ByteReader(file, .little, orThrow: SourceError.databaseDamaged)
        try reader.skip(Self.signature.count)
        let minor = try reader.integer(UInt16.self)
        major = try reader.count(UInt16.self)
        guard major == 3 || major == 4 else {
            throw SourceError(
                .unsupportedVersion,
                "a KDBX database of version \(major).\(minor), this program reads 3 and 4; save it as KDBX 4")
        }
        var fields: [UInt8: [UInt8]] = [:]
        while true {
            let id = try reader.byte()
            let data = Array(try major == 3 ? reader.block(UInt16.self) : reader.block(UInt32.self))
            if id == 0 { break }
            fields[id] = data
        }
        bytes = Array(file[..<reader.position])
        func field(_ id: UInt8, count: Int) throws(SourceError) -> [UInt8] {
            guard let data = fields[id], data.count == count else { throw SourceError.databaseDamaged }
            return data
        }
        let cipherID = try field(2, count: 16)
        guard let cipher = Self.ciphers[cipherID] else {
            throw SourceError(
                .unsupportedVersion, "its cipher is not AES, ChaCha20 or Twofish; choose one of them in KeePass")
        }
        self.cipher = cipher
        guard let packing = fields[3]?.integer(.little) else { throw SourceError.databaseDamaged }
        guard packing <= 1 else {
            throw SourceError(
                .unsupportedVersion, "it is compressed in an unknown way; choose gzip or none in KeePass")
        }
        isPacked = packing == 1
        masterSeed = try field(4, count: 32)
        iv = try field(7, count: cipher == .chaCha20 ? 12 : 16)
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

    private static let ciphers: [[UInt8]: Cipher] = [
        KDBXKeyDerivation.identifier("31C1F2E6BF714350BE5805216AFC5AFF"): .aes,
        KDBXKeyDerivation.identifier("D6038A2B8B6F4CB5A524339A31DBB59A"): .chaCha20,
        KDBXKeyDerivation.identifier("AD68F29F576F4BB9A36AD47AF965346C"): .twofish,
    ]
}
