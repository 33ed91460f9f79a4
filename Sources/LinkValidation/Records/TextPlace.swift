import Encodings
import TOTPDomain

/// Lines and columns of a byte in a text.
struct TextPlace {
    /// Lines before it.
    private(set) var line = 0
    /// In characters (Unicode scalars), from 1.
    private(set) var column = 1

    /// - parameter offset: of the byte; clamped to the text.
    init(of offset: Int, in text: Span<UInt8>) {
        for index in 0..<Swift.min(max(0, offset), text.count) {
            let byte = text[index]
            if byte == ASCII.newline {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
    }
}
