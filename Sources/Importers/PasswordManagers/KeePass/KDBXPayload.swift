import Containers
import CryptoPrimitives
import Encodings
import TOTPDomain

/// The content of a KDBX database: XML, and the key stream for its protected values.
struct KDBXContent {
    var xml: [UInt8]
    var protection: KeePassProtection
    /// In version 3, the SHA-256 of the header, which the XML must repeat. Version 4 has a MAC instead.
    var headerHash: [UInt8]?
    /// In version 4, the other fields in front of the XML: attachments.
    var innerFields: [KDBXField] = []

    /// The attachments of version 4 by their ids, without the byte of flags before each.
    var attachments: [String: [UInt8]] {
        let binaries = innerFields.filter { $0.id == 3 }.enumerated()
        return Dictionary(uniqueKeysWithValues: binaries.map { ("\($0)", Array($1.data.dropFirst())) })
    }

    /// The XML without a byte order mark, which is not part of the text.
    var text: [UInt8] { xml.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(xml.dropFirst(3)) : xml }
}

/// The encrypted part of a KDBX database.
enum KDBXPayload {
    /// The most bytes of unpacked XML, including attachments. Above `harmlessCount` it may be at most `maximumRatio`
    /// times the packed size.
    private static let maximumCount = Limit.databaseContent, harmlessCount = Limit.databaseHarmless
    private static let maximumRatio = Limit.databaseRatio

    private static let hashCount = 32

    static func open(_ request: ImportRequest, _ header: KDBXHeader) throws(SourceError) -> KDBXContent {
        let file = request.content.bytes
        // Detects a damaged header before the expensive key derivation.
        if header.major == 4 { try checkHash(of: header, in: file) }
        let composite = try KDBXCompositeKey.make(request.passphrase, keyFile: request.keyFile)
        let transformed = try header.keyDerivation.transform(composite, request.limits)
        let keys = try SourceError.decrypting(KDBXKeys(header, transformed))
        return header.major == 3 ? try openVersion3(file, header, keys) : try openVersion4(file, header, keys)
    }

    // MARK: - Version 3: encrypted as a whole, then blocks with hashes

    private static func openVersion3(
        _ file: [UInt8], _ header: KDBXHeader, _ keys: borrowing KDBXKeys
    ) throws(SourceError) -> KDBXContent {
        let sealed = Array(file[header.bytes.count...])
        guard try start(of: sealed, header, keys) == header.streamStart else { throw .wrongPassphrase }
        let plain: [UInt8]
        // The start was correct, so the key is right and the file is damaged.
        do throws(SourceError) { plain = try decrypt(sealed, header, keys) } catch {
            throw error.isAboutPassphrase ? SourceError.databaseDamaged : error
        }
        var reader = ByteReader(plain, .little, orThrow: SourceError.databaseDamaged)
        try reader.skip(header.streamStart.count)
        var content: [UInt8] = []
        var index: UInt32 = 0
        while true {
            guard try reader.integer(UInt32.self) == index else { throw SourceError.databaseDamaged }
            let hash = Array(try reader.take(hashCount))
            let data = Array(try reader.block(UInt32.self))
            // The last block is empty, and its hash is zeros.
            let expected = data.isEmpty ? [UInt8](repeating: 0, count: hashCount) : try self.hash(.sha256, data)
            guard hash == expected else { throw SourceError.databaseDamaged }
            if data.isEmpty { break }
            content += data
            index &+= 1
        }
        return KDBXContent(
            xml: try unpacked(content, header),
            protection: try KeePassProtection(cipher: header.innerCipher, key: header.innerKey),
            headerHash: try self.hash(.sha256, header.bytes))
    }

    // MARK: - Version 4: blocks with MACs, encrypted within

    private static func openVersion4(
        _ file: [UInt8], _ header: KDBXHeader, _ keys: borrowing KDBXKeys
    ) throws(SourceError) -> KDBXContent {
        var reader = ByteReader(file, .little, orThrow: SourceError.databaseDamaged)
        try reader.skip(header.bytes.count + hashCount)
        let mac = Array(try reader.take(32))
        guard try SourceError.decrypting(ConstantTime.areEqual(keys.mac(ofHeader: header.bytes), mac)) else {
            throw .wrongPassphrase
        }
        var sealed: [UInt8] = []
        var index: UInt64 = 0
        while true {
            let mac = Array(try reader.take(32))
            let data = try reader.block(UInt32.self)
            guard try SourceError.decrypting(ConstantTime.areEqual(keys.mac(ofBlock: index, data), mac)) else {
                throw SourceError.databaseDamaged
            }
            if data.isEmpty { break }
            sealed += data
            index += 1
        }
        let content = try unpacked(try decrypt(sealed, header, keys), header)
        return try readInnerHeader(content)
    }

    private static func checkHash(of header: KDBXHeader, in file: [UInt8]) throws(SourceError) {
        var reader = ByteReader(file, .little, orThrow: SourceError.databaseDamaged)
        try reader.skip(header.bytes.count)
        guard try hash(.sha256, header.bytes) == Array(try reader.take(hashCount)) else {
            throw SourceError.databaseDamaged
        }
    }

    private static func readInnerHeader(_ content: [UInt8]) throws(SourceError) -> KDBXContent {
        var reader = ByteReader(content, .little, orThrow: SourceError.databaseDamaged)
        var cipher: UInt64 = 0
        var key: [UInt8] = []
        var fields: [KDBXField] = []
        while true {
            let id = try reader.byte()
            let data = try reader.block(UInt32.self)
            switch id {
            case 0:
                return KDBXContent(
                    xml: Array(reader.takeRest()),
                    protection: try KeePassProtection(cipher: cipher, key: key), innerFields: fields)
            case 1: cipher = data.integer(.little) ?? 0
            case 2: key = Array(data)
            default: fields.append(KDBXField(id: id, data: Array(data)))
            }
        }
    }

    // MARK: - Both

    /// Decrypts only the first bytes of a version 3 payload, which show whether the key is right.
    private static func start(
        of sealed: [UInt8], _ header: KDBXHeader, _ keys: borrowing KDBXKeys
    ) throws(SourceError) -> [UInt8] {
        guard sealed.count >= header.streamStart.count else { throw SourceError.databaseDamaged }
        return try decrypt(Array(sealed.prefix(header.streamStart.count)), header, keys, isPadded: false)
    }

    private static func decrypt(
        _ sealed: [UInt8], _ header: KDBXHeader, _ keys: borrowing KDBXKeys, isPadded: Bool = true
    ) throws(SourceError) -> [UInt8] {
        do throws(CryptoError) {
            switch header.cipher {
            case .aes: return try AESCBC.open(sealed, key: keys.cipher, iv: header.iv, isPadded: isPadded).copied()
            case .twofish:
                return try TwofishCBC.open(sealed, key: keys.cipher, iv: header.iv, isPadded: isPadded).copied()
            case .chaCha20: return try keys.chaCha20(nonce: header.iv, sealed)
            }
        } catch { throw SourceError(cryptography: error) }
    }

    private static func unpacked(_ content: [UInt8], _ header: KDBXHeader) throws(SourceError) -> [UInt8] {
        guard header.isPacked else { return content }
        return try GzipStream.unpack(content, limit: unpackedLimit(of: content.count))
    }

    /// The most bytes that this many packed bytes may become.
    static func unpackedLimit(of count: Int) -> Int { min(maximumCount, max(harmlessCount, count * maximumRatio)) }

    private static func hash(_ digest: Digest, _ bytes: [UInt8]) throws(SourceError) -> [UInt8] {
        try SourceError.decrypting(digest.hash(bytes))
    }
}
