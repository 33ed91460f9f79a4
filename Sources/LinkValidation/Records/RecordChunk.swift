/// Whole records of one source, a quarter of a megabyte of them: what one task checks at a time.
public struct RecordChunk: Sendable {
    /// The records with their ends. Behind ``count`` there may be anything.
    public var bytes: [UInt8]
    public var count: Int
    /// The line that the first record begins in, from 1.
    public var firstLine: Int
    /// Which source of the run it is of, from 0, and its name.
    public var source = 0
    public var name = "-"
    /// The QR code of a picture that the records are from, from 1.
    public var code: Int?
    /// Whether it is the begin of one record that is longer than any chunk.
    var isCut = false
    /// How records end, and where links stand in them.
    public var layout: RecordLayout

    public init(bytes: [UInt8], firstLine: Int = 1, layout: RecordLayout = .lines) {
        self.bytes = bytes
        count = bytes.count
        self.firstLine = firstLine
        self.layout = layout
    }

    /// A longer record is one finding and is not looked into.
    public static let maximumRecordByteCount = 1 << 16
}

/// How a text is made of records, and where the link stands in each.
public enum RecordLayout: Sendable, Hashable {
    /// A link a line.
    case lines
    /// CSV (RFC 4180): the cell of that index, from 0.
    case csv(cell: Int, delimiter: UInt8)
    /// JSON Lines: the member of that name.
    case jsonLines(member: String)

    /// The character between cells, where there are cells.
    var delimiter: UInt8? { if case .csv(_, let delimiter) = self { delimiter } else { nil } }
}
