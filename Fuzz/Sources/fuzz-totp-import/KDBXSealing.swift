import CryptoPrimitives
import TOTPDomain

@testable import PasswordManagerFormats

/// Wraps any content into a KDBX 4 database that opens, at next to no cost.
enum KDBXSealing {
    static let passphrase = Passphrase("invented")

    /// - Parameter content: inner header and XML, unpacked.
    static func database(_ content: [UInt8]) throws -> [UInt8] {
        let header = try KDBXHeader(clearHeader)
        let limits = ImportLimits()
        let composite = try KDBXCompositeKey.make(passphrase, keyFile: nil)
        let seeded = header.masterSeed + (try header.keyDerivation.transform(composite, limits).copied())
        let base = try Digest.sha512.hash(seeded + [1])
        var stream = try KeyStream(
            .chaCha20, key: SecureBytes(copying: try Digest.sha256.hash(seeded)), nonce: header.iv)
        let sealed = try stream.apply(to: content)

        var file = header.bytes + (try Digest.sha256.hash(header.bytes))
        file += try mac(header.bytes, block: .max, base)
        for (index, data) in [sealed, []].enumerated() where index > 0 || !data.isEmpty {
            let number = UInt64(sealed.isEmpty ? 0 : index)
            let length = bytes(UInt32(data.count))
            file += try mac(bytes(number) + length + data, block: number, base) + length + data
        }
        return file
    }

    private static func mac(_ message: [UInt8], block: UInt64, _ base: [UInt8]) throws -> [UInt8] {
        try Digest.sha256.hmac(key: Digest.sha512.hash(bytes(block) + base), message)
    }

    private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }

    // MARK: - The clear part: ChaCha20, one round of AES-KDF, nothing packed

    private static let clearHeader: [UInt8] = {
        let chaCha20 = KDBXKeyDerivation.identifier("D6038A2B8B6F4CB5A524339A31DBB59A")
        let aesKDF = KDBXKeyDerivation.identifier("C9D9F39A628A4460BF740D08C18A4FEA")
        let zeros = [UInt8](repeating: 0, count: 32)
        let costs =
            [0x00, 0x01] + entry(0x42, "$UUID", aesKDF) + entry(0x05, "R", bytes(UInt64(1)))
            + entry(0x42, "S", zeros) + [0x00]
        return KDBXHeader.signature + [0, 0, 4, 0] + field(2, chaCha20) + field(3, [0, 0, 0, 0]) + field(4, zeros)
            + field(7, Array(zeros.prefix(12))) + field(11, costs) + field(0, [])
    }()

    private static func field(_ id: UInt8, _ data: [UInt8]) -> [UInt8] { [id] + bytes(UInt32(data.count)) + data }

    private static func entry(_ kind: UInt8, _ name: String, _ value: [UInt8]) -> [UInt8] {
        [kind] + bytes(UInt32(name.utf8.count)) + Array(name.utf8) + bytes(UInt32(value.count)) + value
    }
}
