import TOTPDomain

/// Reads fields of a KDBX file: little-endian numbers and runs of bytes, never beyond the end.
struct LittleEndianReader {
    let bytes: [UInt8]
    private(set) var position: Int
    private let end: Int

    init(_ bytes: [UInt8], at position: Int = 0, end: Int? = nil) {
        self.bytes = bytes
        self.position = position
        self.end = min(end ?? bytes.count, bytes.count)
    }

    mutating func number(_ count: Int) throws(SourceError) -> UInt64 {
        try take(count).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// A length field and as many bytes.
    mutating func block(lengthCount: Int) throws(SourceError) -> ArraySlice<UInt8> {
        guard let count = Int(exactly: try number(lengthCount)) else { throw Self.damaged }
        return try take(count)
    }

    mutating func take(_ count: Int) throws(SourceError) -> ArraySlice<UInt8> {
        guard count <= end - position else { throw Self.damaged }
        defer { position += count }
        return bytes[position..<(position + count)]
    }

    static var damaged: SourceError {
        SourceError(.corrupt, "the database is damaged or cut off; copy it again")
    }
}

extension Collection<UInt8> {
    /// The bytes as a little-endian number; nil for more than eight.
    var littleEndianNumber: UInt64? {
        count <= 8 ? reversed().reduce(0) { $0 << 8 | UInt64($1) } : nil
    }
}
