import AppFormats
import Containers
import CryptoPrimitives
import Encodings
import Limits
import TOTPDomain

/// The content of a KDBX database: XML, and the key stream for its protected values.
struct KDBXContent {
    var xml: [UInt8]
    var protection: KeePassProtection
    /// In version 3, the SHA-256 of the header, which the XML must repeat. Version 4 has a MAC instead.
    var headerHash: [UInt8]?
}

/// The encrypted part of a KDBX database.
enum KDBXPayload {
    /// The most bytes of unpacked XML, including attachments. Above `harmlessCount` it may be at most `maximumRatio`
    /// times the packed size.
    private static let maximumCount = Limit.databaseContent.value, harmlessCount = Limit.databaseHarmless.value
    private static let maximumRatio = Limit.databaseRatio.value

    private static let hashCount = 32

    static func open(_ request: ImportRequest, _ header: KDBXHeader) throws(SourceError) -> KDBXContent {
        let file = request.content.bytes
        // Detects a damaged header before the expensive key derivation.
        if header.major == 4 { try checkHash(of: header, in: file) }
        let composite = try KDBXCompositeKey.make(request.passphrase, keyFile: request.keyFile)
        let transformed = try header.keyDerivation.transform(composite, request.limits)
        let seeded = header.masterSeed + transformed.copied()
        if header.major == 3 { return try openVersion3(file, header, seeded) }
        return try openVersion4(file, header, seeded)
    }

    // MARK: - Version 3: encrypted as a whole, then blocks with hashes

    private static func openVersion3(
        _ file: [UInt8], _ header: KDBXHeader, _ seeded: [UInt8]
    ) throws(SourceError) -> KDBXContent {
        let sealed = Array(file[header.bytes.count...])
        guard try start(of: sealed, header, seeded) == header.streamStart else { throw .wrongPassphrase }
        let plain: [UInt8]
        // The start was correct, so the key is right and the file is damaged.
        do throws(SourceError) { plain = try decrypt(sealed, header, seeded) } catch {
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
        _ file: [UInt8], _ header: KDBXHeader, _ seeded: [UInt8]
    ) throws(SourceError) -> KDBXContent {
        var reader = ByteReader(file, .little, orThrow: SourceError.databaseDamaged)
        try reader.skip(header.bytes.count + hashCount)
        let mac = Array(try reader.take(32))
        let base = try self.hash(.sha512, seeded + [1])
        guard try ConstantTime.areEqual(self.mac(header.bytes, block: .max, base), mac) else { throw .wrongPassphrase }
        var sealed: [UInt8] = []
        var index: UInt64 = 0
        while true {
            let mac = Array(try reader.take(32))
            let data = try reader.block(UInt32.self)
            let numbers = index.bytes(.little) + UInt32(data.count).bytes(.little)
            guard try ConstantTime.areEqual(self.mac(numbers + data, block: index, base), mac) else {
                throw SourceError.databaseDamaged
            }
            if data.isEmpty { break }
            sealed += data
            index += 1
        }
        let content = try unpacked(try decrypt(sealed, header, seeded), header)
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
        while true {
            let id = try reader.byte()
            let data = try reader.block(UInt32.self)
            switch id {
            case 0:
                return KDBXContent(
                    xml: Array(reader.takeRest()),
                    protection: try KeePassProtection(cipher: cipher, key: key), headerHash: nil)
            case 1: cipher = data.integer(.little) ?? 0
            case 2: key = Array(data)
            default: break
            }
        }
    }

    private static func mac(_ bytes: [UInt8], block: UInt64, _ base: [UInt8]) throws(SourceError) -> [UInt8] {
        do throws(CryptoError) {
            return try Digest.sha256.hmac(key: try Digest.sha512.hash(block.bytes(.little) + base), bytes)
        } catch { throw SourceError(cryptography: error) }
    }

    // MARK: - Both

    /// Decrypts only the first bytes of a version 3 payload, which show whether the key is right.
    private static func start(
        of sealed: [UInt8], _ header: KDBXHeader, _ seeded: [UInt8]
    ) throws(SourceError) -> [UInt8] {
        guard sealed.count >= header.streamStart.count else { throw SourceError.databaseDamaged }
        return try decrypt(Array(sealed.prefix(header.streamStart.count)), header, seeded, isPadded: false)
    }

    private static func decrypt(
        _ sealed: [UInt8], _ header: KDBXHeader, _ seeded: [UInt8], isPadded: Bool = true
    ) throws(SourceError) -> [UInt8] {
        do throws(CryptoError) {
            let key = SecureBytes(copying: try Digest.sha256.hash(seeded))
            switch header.cipher {
            case .aes: return try AESCBC.open(sealed, key: key, iv: header.iv, isPadded: isPadded).copied()
            case .twofish: return try TwofishCBC.open(sealed, key: key, iv: header.iv, isPadded: isPadded).copied()
            case .chaCha20:
                var stream = try KeyStream(.chaCha20, key: key, nonce: header.iv)
                return try stream.apply(to: sealed)
            }
        } catch { throw SourceError(cryptography: error) }
    }

    private static func unpacked(_ content: [UInt8], _ header: KDBXHeader) throws(SourceError) -> [UInt8] {
        guard header.isPacked else { return content }
        return try GzipStream.unpack(content, limit: unpackedLimit(of: content.count))
    }

    /// The most bytes that so many packed ones may become.
    static func unpackedLimit(of count: Int) -> Int { min(maximumCount, max(harmlessCount, count * maximumRatio)) }

    private static func hash(_ digest: Digest, _ bytes: [UInt8]) throws(SourceError) -> [UInt8] {
        do throws(CryptoError) { return try digest.hash(bytes) } catch { throw SourceError(cryptography: error) }
    }
}
