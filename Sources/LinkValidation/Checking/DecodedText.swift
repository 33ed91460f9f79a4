import Encodings
import TOTPDomain

/// A room for a decoded label or value, used again for each link.
struct DecodedText: Sendable {
    /// The text, and behind ``count`` anything.
    private(set) var bytes: [UInt8] = []
    private(set) var count = 0

    /// - returns: what the decoding came upon.
    @inline(__always)
    mutating func decode(_ raw: Span<UInt8>, plusIsSpace: Bool) -> PercentCoding.Decoded {
        if bytes.count < raw.count { bytes = [UInt8](repeating: 0, count: raw.count) }
        let decoded = decodeIntoRoom(raw, plusIsSpace)
        count = decoded.count
        return decoded
    }

    @inline(__always)
    private mutating func decodeIntoRoom(_ raw: Span<UInt8>, _ plusIsSpace: Bool) -> PercentCoding.Decoded {
        var room = bytes.mutableSpan
        return PercentCoding.decode(raw, plusIsSpace: plusIsSpace, into: &room)
    }

    var isUTF8: Bool { UTF8Text.isValid(bytes.span.extracting(0..<count)) }

    mutating func clear() { count = 0 }
}
