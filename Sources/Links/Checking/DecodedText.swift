import Encodings
import TOTPDomain

/// A buffer for a decoded label or value, reused for each link.
struct DecodedText: Sendable {
    /// The text; after ``count`` there may be anything.
    private(set) var bytes: [UInt8] = []
    private(set) var count = 0

    /// - Returns: what the decoding found.
    @inline(__always)
    mutating func decode(_ raw: Span<UInt8>, plusIsSpace: Bool) -> PercentCoding.Decoded {
        if bytes.count < raw.count { bytes = [UInt8](repeating: 0, count: raw.count) }
        let decoded = decodeIntoBuffer(raw, plusIsSpace)
        count = decoded.count
        return decoded
    }

    @inline(__always)
    private mutating func decodeIntoBuffer(_ raw: Span<UInt8>, _ plusIsSpace: Bool) -> PercentCoding.Decoded {
        var buffer = bytes.mutableSpan
        return PercentCoding.decode(raw, plusIsSpace: plusIsSpace, into: &buffer)
    }

    var isUTF8: Bool { UTF8Text.isValid(bytes.span.extracting(0..<count)) }

    /// Whether it is UTF-8 and has more combining marks in a row than are read.
    var hasTooManyMarks: Bool { CombiningMarks.areTooMany(in: bytes.span.extracting(0..<count)) }

    mutating func clear() { count = 0 }
}
