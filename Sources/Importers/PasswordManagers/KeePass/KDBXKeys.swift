import Containers
import CryptoPrimitives
import Encodings
import TOTPDomain

/// The keys of a KDBX database, from its master seed and its transformed composite key.
package struct KDBXKeys: ~Copyable {
    /// The key of the content.
    package let cipher: SecureBytes
    /// The base of the keys of all MACs, in version 4.
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

    /// - Parameter index: the index of the block, from 0.
    package func mac(ofBlock index: UInt64, _ data: some Collection<UInt8>) throws(CryptoError) -> [UInt8] {
        try mac(index.bytes(.little) + UInt32(data.count).bytes(.little) + data, index)
    }

    private func mac(_ bytes: [UInt8], _ block: UInt64) throws(CryptoError) -> [UInt8] {
        try Digest.sha256.hmac(key: try Digest.sha512.hash(block.bytes(.little) + base), bytes)
    }
}

/// The key of a KDBX database: the hash of a passphrase, of a key file, or of both.
enum KDBXCompositeKey {
    static func make(_ passphrase: Passphrase?, keyFile: [UInt8]?) throws(SourceError) -> SecureBytes {
        do throws(CryptoError) {
            var parts: [UInt8] = []
            if let passphrase { parts += try Digest.sha256.hash(passphrase.utf8) }
            if let keyFile { parts += try key(in: keyFile) }
            return SecureBytes(copying: try Digest.sha256.hash(parts))
        } catch { throw SourceError(cryptography: error) }
    }

    /// A key file is XML of two versions, 32 bytes, 64 hexadecimal digits, or any file, which is hashed.
    private static func key(in file: [UInt8]) throws(CryptoError) -> [UInt8] {
        if let key = key(inXML: file) { return key }
        if file.count == 32 { return file }
        if file.count == 64, let key = Hex.decode(file) { return key }
        return try Digest.sha256.hash(file)
    }

    /// Version 1 contains base64, version 2 hexadecimal digits with spaces.
    private static func key(inXML file: [UInt8]) -> [UInt8]? {
        let content = SourceContent(file)
        guard content.isMarkup else { return nil }
        var path: [String] = [], version = "", data = ""
        let isRead: ()? = try? XMLEvents.read(content.text) { event throws(SourceError) in
            switch event {
            case .start(let name, _): path.append(name)
            case .end: path.removeLast()
            case .text(let text):
                if path == ["KeyFile", "Meta", "Version"] { version += text }
                if path == ["KeyFile", "Key", "Data"] { data += text }
            }
        }
        guard isRead != nil else { return nil }
        let digits = data.utf8WithoutSpace
        return version.trimmingWhitespace.hasPrefix("2") ? Hex.decode(digits) : Base64.decode(digits)
    }
}

/// How a KDBX database makes its key from the composite key.
package enum KDBXKeyDerivation: Sendable {
    case aes(seed: [UInt8], rounds: UInt64)
    case argon2(KeyDerivation.Argon2Variant, salt: [UInt8], KeyDerivation.Argon2Cost, version: UInt32)

    /// From a variant dictionary of version 4.
    init(dictionary bytes: [UInt8]) throws(SourceError) {
        var reader = ByteReader(bytes, .little, orThrow: SourceError.databaseDamaged)
        guard try reader.integer(UInt16.self) >> 8 == 1 else {
            throw SourceError(
                .unsupportedVersion, "its key derivation is unknown", "choose AES-KDF or Argon2 in KeePass")
        }
        var values: [String: [UInt8]] = [:]
        while try reader.byte() != 0 {
            let name = String(decoding: try reader.block(UInt32.self), as: UTF8.self).limitingMarks
            values[name] = Array(try reader.block(UInt32.self))
        }
        func number(_ name: String) throws(SourceError) -> UInt64 {
            guard let number = values[name]?.integer(.little) else { throw SourceError.databaseDamaged }
            return number
        }
        guard let id = values["$UUID"], let salt = values["S"] else { throw SourceError.databaseDamaged }
        if id == Self.aesIdentifier {
            self = .aes(seed: salt, rounds: try number("R"))
        } else if let variant = Self.argon2Identifiers[id] {
            let version = try number("V")
            guard [0x10, 0x13].contains(version) else {
                throw SourceError(
                    .unsupportedVersion, "its Argon2 has an unknown version", "save the database again in KeePass")
            }
            // Beyond 32 bits every cost is over the limit.
            let cost = KeyDerivation.Argon2Cost(
                passes: UInt32(clamping: try number("I")), memory: UInt32(clamping: try number("M") >> 10),
                lanes: UInt32(clamping: try number("P")))
            self = .argon2(variant, salt: salt, cost, version: UInt32(version))
        } else {
            throw SourceError(
                .unsupportedVersion, "its key derivation is not AES-KDF or Argon2", "choose one of them in KeePass")
        }
    }

    /// - Returns: 32 bytes.
    package func transform(
        _ composite: borrowing SecureBytes, _ limits: ImportLimits
    ) throws(SourceError) -> SecureBytes {
        switch self {
        case .aes(let seed, let rounds):
            return try limits.aesKDF(key: composite, seed: seed, rounds: rounds)
        case .argon2(let variant, let salt, let cost, let version):
            return try limits.argon2(
                variant, passphrase: composite.withBytes { Passphrase(utf8: $0) }, salt: salt, cost: cost,
                version: version)
        }
    }

    package static func identifier(_ hex: StaticString) -> [UInt8] {
        Hex.decode("\(hex)") ?? []
    }

    private static let aesIdentifier = identifier("C9D9F39A628A4460BF740D08C18A4FEA")
    private static let argon2idIdentifier = identifier("9E298B1956DB4773B23DFC3EC6F0A1E6")
    private static let argon2Identifiers: [[UInt8]: KeyDerivation.Argon2Variant] = [
        identifier("EF636DDF8C29444B91F7A9A403E30A0C"): .d, argon2idIdentifier: .id,
    ]

    static let argon2Version: UInt32 = 0x13
}

extension KDBXKeyDerivation {
    /// The variant dictionary of a file that is written.
    static func argon2idDictionary(salt: [UInt8], _ cost: KeyDerivation.Argon2Cost) -> [UInt8] {
        let values: [(type: UInt8, name: String, bytes: [UInt8])] = [
            (0x42, "$UUID", argon2idIdentifier), (0x05, "I", UInt64(cost.passes).bytes(.little)),
            (0x05, "M", (UInt64(cost.memory) << 10).bytes(.little)), (0x04, "P", cost.lanes.bytes(.little)),
            (0x42, "S", salt), (0x04, "V", argon2Version.bytes(.little)),
        ]
        return UInt16(0x0100).bytes(.little)
            + values.flatMap { KDBXHeader.field($0.type, Array($0.name.utf8)) + KDBXHeader.block($0.bytes) } + [0]
    }
    /// The variant dictionary of a file that is written again: with a new salt, and every other value as it was.
    static func renewed(
        dictionary bytes: [UInt8], _ random: any RandomSource
    ) throws(ExportError) -> [UInt8] {
        var reader = ByteReader(
            bytes, .little, orThrow: ExportError(.cryptographyFailed, "the file's key derivation cannot be read"))
        var renewed = Array(try reader.take(2))
        while case let type = try reader.byte(), type != 0 {
            let name = Array(try reader.block(UInt32.self))
            var value = Array(try reader.block(UInt32.self))
            if name.elementsEqual("S".utf8) { value = try random.bytes(value.count) }
            renewed += KDBXHeader.field(type, name) + KDBXHeader.block(value)
        }
        return renewed + [0] + reader.takeRest()
    }
}
