import Encodings
import TOTPDomain

/// A packet of an OpenPGP message, RFC 9580 section 4.
struct OpenPGPPacket {
    package let tag: UInt8
    package let body: [UInt8]

    package static let damaged = SourceError(.corrupt, "the OpenPGP message is damaged or cut off", .exportAgain)

    /// Splits bytes into packets, with headers of the old and of the new format; throws ``SourceError`` with `corrupt`.
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
