import CryptoPrimitives
import Encodings
import TOTPDomain

/// A packet of an OpenPGP message, RFC 9580 section 4.
struct OpenPGPPacket {
    package let tag: UInt8
    package let body: [UInt8]

    package static let damaged = SourceError(.corrupt, "the OpenPGP message is damaged or cut off", .exportAgain)

    /// Splits bytes into packets, with headers of the old and of the new format.
    ///
    /// - Throws: ``SourceError`` with `corrupt`.
    package static func all(in bytes: [UInt8]) throws(SourceError) -> [OpenPGPPacket] {
        var reader = ByteReader(bytes, .big, orThrow: damaged)
        var packets: [OpenPGPPacket] = []
        while !reader.isAtEnd {
            let header = try reader.byte()
            guard header & 0x80 != 0, packets.count < Limit.openPGPPackets else { throw damaged }
            let body = header & 0x40 != 0 ? try newBody(&reader) : try oldBody(header & 3, &reader)
            packets.append(OpenPGPPacket(tag: tag(header), body: body))
        }
        return packets
    }

    /// The tag in the first byte of a packet.
    package static func tag(_ header: UInt8) -> UInt8 { header & 0x40 != 0 ? header & 0x3F : header >> 2 & 0x0F }

    private static func oldBody(
        _ lengthType: UInt8, _ reader: inout ByteReader<SourceError>
    ) throws(SourceError) -> [UInt8] {
        switch lengthType {
        case 0: Array(try reader.block(UInt8.self))
        case 1: Array(try reader.block(UInt16.self))
        case 2: Array(try reader.block(UInt32.self))
        // To the end of the message.
        default: Array(reader.takeRest())
        }
    }

    /// A body of the new format may come in parts.
    private static func newBody(_ reader: inout ByteReader<SourceError>) throws(SourceError) -> [UInt8] {
        var body: [UInt8] = []
        while true {
            let first = try reader.byte()
            switch first {
            case ..<192: return try body + reader.take(Int(first))
            case 192..<224:
                let second = try reader.byte()
                return try body + reader.take((Int(first) - 192) << 8 + Int(second) + 192)
            case 255: return try body + reader.block(UInt32.self)
            default: body += try reader.take(1 << Int(first & 0x1F))
            }
        }
    }
}

/// A session key that is encrypted with a passphrase: packet 3 of version 4, RFC 9580 section 5.3.
struct OpenPGPSessionKey {
    /// The length of the key that is derived from the passphrase, in bytes.
    private let keyCount: Int
    private let digest: Digest
    /// Empty, or eight bytes.
    private let salt: [UInt8]
    /// How many bytes the derivation hashes.
    private let octets: Int
    /// Empty if the derived key is the session key.
    private let encrypted: [UInt8]

    /// - Returns: nil for another version, cipher, hash or derivation.
    /// - Throws: ``SourceError`` with `corrupt` for a packet that is cut off.
    init?(_ body: [UInt8]) throws(SourceError) {
        var reader = ByteReader(body, .big, orThrow: OpenPGPPacket.damaged)
        guard try reader.byte() == 4, let keyCount = Self.keyCount(ofCipher: try reader.byte()) else { return nil }
        let kind = try reader.byte()
        guard let digest = Self.digest(try reader.byte()) else { return nil }
        switch kind {
        case 0: (salt, octets) = ([], 0)
        case 1: (salt, octets) = (Array(try reader.take(8)), 0)
        case 3:
            salt = Array(try reader.take(8))
            let count = Int(try reader.byte())
            octets = (16 + count & 15) << (count >> 4 + 6)
        default: return nil
        }
        self.keyCount = keyCount
        self.digest = digest
        encrypted = Array(reader.takeRest())
    }

    /// The session key, or nil if the passphrase is certainly wrong.
    ///
    /// - Throws: ``SourceError`` if the key cannot be derived, with `limit-exceeded` if that takes too long.
    package func open(_ passphrase: Passphrase, _ limits: ImportLimits) throws(SourceError) -> SecureBytes? {
        let derived = try limits.openPGP(digest, passphrase: passphrase, salt: salt, octets: octets, count: keyCount)
        do throws(CryptoError) {
            guard !encrypted.isEmpty else { return derived }
            let iv = [UInt8](repeating: 0, count: AESCFB.blockCount)
            let plain = try AESCFB.open(encrypted, key: derived, iv: iv)
            let cipher = plain.withBytes { $0.first }
            guard let cipher, Self.keyCount(ofCipher: cipher) == plain.count - 1 else { return nil }
            return SecureBytes(count: plain.count - 1) { key in
                plain.withBytes { key.copyBytes(from: $0.dropFirst()) }
            }
        } catch { throw SourceError(cryptography: error) }
    }

    /// AES with three sizes of keys.
    private static func keyCount(ofCipher id: UInt8) -> Int? { [7: 16, 8: 24, 9: 32][id] }

    private static func digest(_ id: UInt8) -> Digest? {
        [2: .sha1, 8: .sha256, 9: .sha384, 10: .sha512][id]
    }
}
