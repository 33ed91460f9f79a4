import Encodings
import TOTPDomain

/// The line and the column of a byte in a text, as editors count them.
///
/// A cursor: places that are asked for in order cost one pass over the text, however many there are.
struct TextPlace: Sendable {
    /// Lines before it: LF, CR and CRLF end one.
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
    /// - Returns: the number of bytes that were looked at.
    @discardableResult
    mutating func move(to offset: Int, from start: Int, in bytes: Span<UInt8>) -> Int {
        if start != self.start || offset < self.offset { self = TextPlace(start: start) }
        let end = Swift.min(offset, bytes.count)
        let first = self.offset
        while self.offset < end {
            let byte = bytes[self.offset]
            self.offset += 1
            if byte == ASCII.newline || byte == ASCII.carriageReturn {
                let isPair =
                    byte == ASCII.carriageReturn && self.offset < bytes.count && bytes[self.offset] == ASCII.newline
                if !isPair { line += 1 }
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        return self.offset - first
    }
}
