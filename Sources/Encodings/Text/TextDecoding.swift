/// The text in a file of unknown encoding.
package enum TextDecoding {
    /// The file as UTF-8 without a byte order mark, or nil if it is not text.
    ///
    /// UTF-16 needs a byte order mark, or must begin with ASCII. Any other text is left unchanged, even if it is not
    /// UTF-8: an old Latin-1 list must not lose its accounts because of one umlaut.
    package static func utf8(_ bytes: [UInt8]) -> [UInt8]? {
        if bytes.starts(with: utf8Mark) {
            // Only one byte order mark: a second one is an ordinary character.
            let text = Array(bytes.dropFirst(utf8Mark.count))
            return looksLikeText(text) ? text : nil
        }
        if let (mark, order) = utf16Start(bytes) { return utf16(bytes.dropFirst(mark), order) }
        return looksLikeText(bytes) ? bytes : nil
    }

    /// Whether a file starts as a text in UTF-16: with its byte order mark or with ASCII characters.
    package static func isUTF16(_ bytes: [UInt8]) -> Bool { utf16Start(bytes) != nil }

    /// The length of the byte order mark, which may be missing, and the byte order.
    private static func utf16Start(_ bytes: [UInt8]) -> (mark: Int, order: ByteOrder)? {
        if bytes.starts(with: [0xFF, 0xFE]) { return (2, .little) }
        if bytes.starts(with: [0xFE, 0xFF]) { return (2, .big) }
        let head = bytes.prefix(2 * asciiStart)
        guard head.count == 2 * asciiStart else { return nil }
        func isASCII(_ units: some Sequence<Int>) -> Bool {
            units.allSatisfy { (0x20..<0x7F).contains(head[$0]) || ASCII.isWhitespace(head[$0]) }
        }
        func isZero(_ units: some Sequence<Int>) -> Bool { units.allSatisfy { head[$0] == 0 } }
        let even = stride(from: 0, to: head.count, by: 2)
        let odd = stride(from: 1, to: head.count, by: 2)
        if isZero(odd), isASCII(even) { return (0, .little) }
        if isZero(even), isASCII(odd) { return (0, .big) }
        return nil
    }

    /// UTF-16 without a byte order mark is recognized if it starts with this many ASCII characters. A link has more.
    private static let asciiStart = 12

    /// A text in UTF-8, else in Latin-1: it may look wrong then, but nothing is lost. Its combining marks are limited.
    package static func lenientString(_ bytes: some Collection<UInt8>) -> String {
        String(validating: bytes, as: UTF8.self)?.limitingMarks ?? latin1(bytes)
    }

    /// A text in Latin-1, whose bytes are the first 256 characters of Unicode.
    package static func latin1(_ bytes: some Collection<UInt8>) -> String {
        String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    /// The UTF-8 of UTF-16 without a byte order mark, or nil for an odd count or half a surrogate pair.
    package static func utf16(_ bytes: ArraySlice<UInt8>, _ order: ByteOrder) -> [UInt8]? {
        guard bytes.count.isMultiple(of: 2) else { return nil }
        let text = bytes.span
        let units = stride(from: 0, to: text.count, by: 2).map { text.integer(UInt16.self, at: $0, order) ?? 0 }
        return String(validating: units, as: UTF16.self).map { Array($0.utf8) }
    }

    /// Whether bytes look like text: hardly any control character, and either UTF-8 or mostly ASCII. NULs may be between
    /// the lines, as programs write them for `xargs -0`.
    ///
    /// Looks at the first 64 KiB. They may be the start of a longer text, whose last character is cut off.
    package static func looksLikeText(_ bytes: [UInt8]) -> Bool {
        let start = bytes.prefix(1 << 16)
        var controls = 0
        var nulls = 0
        for byte in start where byte < 0x20 {
            if byte == 0 {
                nulls += 1
            } else if !ASCII.isWhitespace(byte) {
                controls += 1
            }
        }
        if controls * 50 > start.count || nulls * shortestLine > start.count { return false }
        // Ciphertext is not text: most of it is neither ASCII nor UTF-8.
        let head = bytes.prefix(4096)
        let high = head.count { $0 >= 0x80 }
        return high * 4 <= head.count || UTF8Text.isValid(start.span, isWhole: false)
    }

    /// Shorter than any link: of a text, at most every such byte is NUL.
    private static let shortestLine = 24

    private static let utf8Mark: [UInt8] = [0xEF, 0xBB, 0xBF]
}
