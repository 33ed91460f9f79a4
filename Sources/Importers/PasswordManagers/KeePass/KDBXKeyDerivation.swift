import CryptoPrimitives
import Encodings
import TOTPDomain

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
