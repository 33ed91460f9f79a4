import Encodings
import TOTPDomain

/// Encrypted OpenPGP messages, RFC 9580: recognised so the error can say what to do.
enum OpenPGPMessage {
    /// RSA, ElGamal, ECDH, X25519, X448.
    private static let keyAlgorithms: Set<UInt8> = [1, 2, 16, 18, 25, 26]

    static func matches(_ bytes: [UInt8]) -> Bool {
        OpenPGPArmor.matches(bytes) || startsWithSessionKey(bytes)
    }

    /// Whether the first packet is a session key for someone's public key, and another packet follows. Less than one in
    /// a million random files looks like that.
    private static func startsWithSessionKey(_ bytes: [UInt8]) -> Bool {
        guard let body = sessionKeyPacket(bytes), body.count > 12, body.upperBound < bytes.count else { return false }
        let version = bytes[body.lowerBound], algorithm = bytes[body.lowerBound + 9]
        return version == 3 && keyAlgorithms.contains(algorithm) && bytes[body.upperBound] & 0x80 != 0
    }

    /// The body of the first packet if it has tag 1, or nil if it does not end within the bytes.
    private static func sessionKeyPacket(_ bytes: [UInt8]) -> Range<Int>? {
        guard bytes.count > 3 else { return nil }
        let start: Int, count: Int
        switch (bytes[0], bytes[1]) {
        case (0x84, _), (0xC1, ..<192): (start, count) = (2, Int(bytes[1]))
        case (0x85, _): (start, count) = (3, Int(bytes.integer(UInt16.self, at: 1, .big) ?? 0))
        case (0xC1, 192..<224): (start, count) = (3, (Int(bytes[1]) - 192) << 8 + Int(bytes[2]) + 192)
        default: return nil
        }
        return start + count <= bytes.count ? start..<(start + count) : nil
    }
}
