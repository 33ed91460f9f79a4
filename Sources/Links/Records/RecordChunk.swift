import Encodings
import TOTPDomain

/// Whole records of one source, a quarter of a megabyte: the amount that one task checks at a time.
package struct RecordChunk: Sendable {
    /// The records with their ends; after ``count``, the start of the next record, and then anything.
    package var bytes: [UInt8]
    package var count: Int
    /// The line that the first record starts in, from 1.
    package var firstLine: Int
    /// Characters of that line that are in earlier chunks: a line of JSON is split between two of its strings.
    var charactersBefore = 0
    /// The source's number in the run, from 0, and its name.
    package var source = 0
    package var name = "-"
    /// The QR code of an image that the records are from, from 1.
    package var code: Int?
    /// Whether a person pasted the records, or gave them as an argument.
    package var isPasted = false
    /// A note for users about the source, without its name.
    package var remark: String?
    /// Whether it is the start of one line that is longer than ``maximumLineByteCount``.
    package internal(set) var isCut = false
    /// Where links are.
    package var layout: RecordLayout
    /// Whether the field was found by its links: then a field without a link is not an error.
    var isFieldGuessed = false
    /// The header of a CSV file, before its first records.
    var header: [UInt8] = []
    /// The cells of CSV that are checked.
    var cells: [CellPlace] = []

    package init(bytes: [UInt8], firstLine: Int = 1, layout: RecordLayout = .lines) {
        self.bytes = bytes
        count = bytes.count
        (self.firstLine, self.layout) = (firstLine, layout)
    }

    /// Whether `--fix` changes only the links of the text. In lines and QR codes, it writes a link per line.
    package var keepsText: Bool { code == nil && layout != .lines }

    /// A longer line is one finding and is not checked.
    package static let maximumLineByteCount = Limit.line
    /// For messages.
    static let maximumLineText = "\(maximumLineByteCount >> 20) MiB"
}

/// Where the links of a text are.
package enum RecordLayout: Sendable, Hashable {
    /// Anywhere in lines.
    case lines
    /// In the strings of a JSON text.
    case json
    /// In a cell of each record of CSV (RFC 4180): the index of the cell, from 0.
    case csv(cell: Int, delimiter: UInt8)
    /// In the member of that name of JSON Lines.
    case jsonLines(member: String)
}

/// A cell of CSV in a chunk.
struct CellPlace: Sendable {
    /// The record, without its end.
    var record: Range<Int>
    /// Lines from the chunk's first to that of the record.
    var line: Int
    /// Nil if the record has too few cells.
    var cell: CSVReader.Cell?

    init(of record: CSVReader.Record, _ index: Int) {
        self.record = record.range
        line = record.line - 1
        cell = index < record.cells.count ? record.cells[index] : nil
    }
}

/// The line and the column of a byte in a text, as editors count them.
///
/// A cursor: places that are asked for in order cost one pass over the text, however many there are.
struct TextPlace: Sendable {
    /// Lines before it: LF, CR and CRLF end a line.
    private(set) var line = 0
    /// In characters (Unicode scalars), from 1.
    private(set) var column = 1
    /// Where the text starts in the bytes.
    private let start: Int
    private var offset: Int

    /// The start of a text.
    init(start: Int) {
        self.start = start
        offset = start
    }

    /// Moves on to a byte; back to the start first if it is before this place or in another text.
    ///
    /// - Parameters:
    ///   - offset: of the byte in `bytes`; clamped to them.
    ///   - start: where its text starts.
    mutating func move(to offset: Int, from start: Int, in bytes: Span<UInt8>) {
        if start != self.start || offset < self.offset { self = TextPlace(start: start) }
        let end = Swift.min(offset, bytes.count)
        while self.offset < end {
            let byte = bytes[self.offset]
            self.offset += 1
            if ASCII.isLineEnd(byte) {
                let isPair =
                    byte == ASCII.carriageReturn && self.offset < bytes.count && bytes[self.offset] == ASCII.newline
                if !isPair { line += 1 }
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
    }
}
