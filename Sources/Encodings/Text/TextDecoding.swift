/// A text from outside, and what is uncertain about it.
package struct DecodedText: Sendable, Hashable {
    /// Well-formed UTF-8.
    package var bytes: [UInt8]
    package var doubt: TextDoubt?

    package init(bytes: [UInt8], doubt: TextDoubt? = nil) { (self.bytes, self.doubt) = (bytes, doubt) }
}

/// Why names in a text may be wrong.
package indirect enum TextDoubt: Sendable, Hashable {
    /// These lines of a text in UTF-8, from 1, have bytes that are not.
    case damaged(lines: [Int])
    /// It is read as Windows-1252, and nothing says that it is.
    case guessed
    /// The first line with bytes that the set which the user named does not have. The text is read as Windows-1252.
    case undecodable(TextEncoding, line: Int)
}

/// The text in a file of unknown encoding.
package enum TextDecoding {
    /// The text of a file, without a byte order mark; nil if it is not text.
    ///
    /// UTF-16 needs a byte order mark, or must begin with ASCII.
    ///
    /// - Parameter encoding: the set of texts that are not Unicode and do not name their own.
    package static func decode(_ bytes: [UInt8], as encoding: TextEncoding? = nil) -> DecodedText? {
        if bytes.starts(with: utf8Mark) {
            // Only one byte order mark: a second mark is an ordinary character.
            let text = withoutMark(bytes)
            return looksLikeText(text, inAnySet: true) ? UTF8Text.repaired(text, isCertain: true) : nil
        }
        if let (mark, order) = utf16Start(bytes) {
            return utf16(bytes.dropFirst(mark), order).map { DecodedText(bytes: $0) }
        }
        let isText =
            looksLikeText(bytes)
            || looksLikeText(bytes, inAnySet: true)
                && (encoding != nil || KeyURIScheme.findAnywhere(in: bytes.span) != nil)
        guard isText else { return nil }
        var decoded = text(bytes, as: encoding)
        // The data of a program, such as a serialized object, only has texts in it. One control character alone proves
        // nothing, and neither do NULs, which `xargs -0` wants.
        let hasNull = bytes.span.firstIndex(of: 0, in: bytes.indices) != nil
        let isData = hasNull && bytes.contains { 1..<0x20 ~= $0 && !ASCII.isWhitespace($0) }
        if isData { decoded.doubt = nil }
        return decoded
    }

    /// Bytes that are known to be a text: UTF-8, or in the set that the text itself or else the user names. A text that
    /// is mostly UTF-8 is damaged, and any other text is taken for Windows-1252.
    package static func text(_ bytes: [UInt8], as encoding: TextEncoding? = nil) -> DecodedText {
        if UTF8Text.isValid(bytes.span) { return DecodedText(bytes: bytes) }
        if let text = declaredEncoding(of: bytes)?.text(bytes) { return DecodedText(bytes: text) }
        var doubt = TextDoubt.guessed
        if let encoding {
            let (text, count) = encoding.utf8(bytes)
            if count == bytes.count { return DecodedText(bytes: text) }
            doubt = .undecodable(encoding, line: bytes[..<count].count { $0 == ASCII.newline } + 1)
        } else if let text = UTF8Text.repaired(bytes) {
            return text
        }
        return DecodedText(bytes: Array(windows1252(bytes).utf8), doubt: doubt)
    }

    /// The set that XML names in its declaration, and HTML in a `meta` element.
    private static func declaredEncoding(of bytes: [UInt8]) -> TextEncoding? {
        let head = bytes.prefix(1024).map(ASCII.lowercased)
        guard head.firstNonSpace == UInt8(ascii: "<") else { return nil }
        let places = ["encoding=", "charset="].compactMap { head.span.firstIndex(of: Array($0.utf8)) }
        guard let place = places.first else { return nil }
        let value = head[place...].drop { $0 != ASCII.equals }.dropFirst().drop { "\"' ".utf8.contains($0) }
        return TextEncoding(declared: windows1252(value.prefix { !"\"' ?/>;".utf8.contains($0) }))
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

    /// A text in UTF-8, else in Windows-1252: it may look wrong then, but nothing is lost. Its combining marks are
    /// limited.
    package static func lenientString(_ bytes: some Collection<UInt8>) -> String {
        String(validating: bytes, as: UTF8.self)?.limitingMarks ?? windows1252(bytes)
    }

    /// A text in Windows-1252. The five bytes that it does not have are control characters.
    private static func windows1252(_ bytes: some Collection<UInt8>) -> String {
        String(String.UnicodeScalarView(bytes.map(windows1252)))
    }

    /// The character of a byte in Windows-1252.
    package static func windows1252(_ byte: UInt8) -> Unicode.Scalar {
        0x80...0x9F ~= byte ? special[Int(byte) - 0x80] : Unicode.Scalar(byte)
    }

    private static let special: [Unicode.Scalar] = [
        "€", "\u{81}", "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", "\u{8D}", "Ž", "\u{8F}",
        "\u{90}", "‘", "’", "“", "”", "•", "–", "—", "˜", "™", "š", "›", "œ", "\u{9D}", "ž", "Ÿ",
    ]

    /// The UTF-8 of UTF-16 without a byte order mark, or nil for an odd count or half a surrogate pair.
    package static func utf16(_ bytes: ArraySlice<UInt8>, _ order: ByteOrder) -> [UInt8]? {
        guard bytes.count.isMultiple(of: 2) else { return nil }
        let text = bytes.span
        let units = stride(from: 0, to: text.count, by: 2).map { text.integer(UInt16.self, at: $0, order) ?? 0 }
        return String(validating: units, as: UTF16.self).map { Array($0.utf8) }
    }

    /// Whether bytes look like text: hardly any control character, and either mostly UTF-8 or mostly ASCII. NULs may be
    /// between the lines, as programs write them for `xargs -0`.
    ///
    /// Looks at the first 64 KiB. They may be the start of a longer text, whose last character is cut off.
    ///
    /// - Parameter inAnySet: whether characters of other sets may be most of it.
    package static func looksLikeText(_ bytes: [UInt8], inAnySet: Bool = false) -> Bool {
        let start = bytes.prefix(1 << 16)
        var controls = 0
        var nulls = 0
        for byte in start where byte < 0x20 {
            if byte == 0 {
                nulls += 1
            } else if !ASCII.isWhitespace(byte), byte != ASCII.escape {
                controls += 1
            }
        }
        if controls * 50 > start.count || nulls * shortestLine > start.count { return false }
        // Ciphertext is not text: most of it is neither ASCII nor UTF-8.
        let head = bytes.prefix(4096)
        let high = head.count { $0 >= 0x80 }
        return inAnySet || high * 4 <= head.count || UTF8Text.repaired(Array(head)) != nil
    }

    /// Shorter than any link: of a text, at most every such byte is NUL.
    private static let shortestLine = 24

    /// The bytes of a text without the byte order mark of UTF-8.
    package static func withoutMark(_ bytes: [UInt8]) -> [UInt8] {
        bytes.starts(with: utf8Mark) ? Array(bytes.dropFirst(utf8Mark.count)) : bytes
    }

    private static let utf8Mark: [UInt8] = [0xEF, 0xBB, 0xBF]
}
