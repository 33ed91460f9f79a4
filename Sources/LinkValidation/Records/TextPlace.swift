import Encodings
import TOTPDomain

/// The line and the column of a byte in a text, as editors count them.
struct TextPlace {
    /// Lines before it: LF, CR and CRLF end one.
    private(set) var line = 0
    /// In characters (Unicode scalars), from 1.
    private(set) var column = 1

    /// - Parameter offset: of the byte; clamped to the text.
    init(of offset: Int, in text: Span<UInt8>) {
        for index in 0..<Swift.min(max(0, offset), text.count) {
            let byte = text[index]
            if byte == ASCII.newline || byte == ASCII.carriageReturn {
                let isPair =
                    byte == ASCII.carriageReturn && index + 1 < text.count
                    && text[index + 1] == ASCII.newline
                if !isPair { line += 1 }
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
    }
}
