import Encodings

/// Issuers and names as accounts are compared by: in lower case, without whitespace.
///
/// Merging and validation use the same rule, so that both find the same accounts equal.
@usableFromInline
package enum FoldedName {
    /// The folded form of a text. Two names are the same if their folded forms are equal as Strings.
    package static func of(_ text: String) -> String {
        var text = text
        return text.withUTF8 { utf8 in
            if UTF8Text.isASCII(utf8.span) {
                return String(unsafeUninitializedCapacity: utf8.count) { buffer in
                    var count = 0
                    forEachByte(ofASCII: utf8.span) { byte in
                        buffer[count] = byte
                        count += 1
                    }
                    return count
                }
            }
            var folded: [UInt8] = []
            append(Array(utf8).span, to: &folded)
            return String(decoding: folded, as: UTF8.self)
        }
    }

    /// Calls `body` with each byte of the folded form of ASCII.
    @inlinable @inline(__always)
    package static func forEachByte(ofASCII text: Span<UInt8>, _ body: (UInt8) -> Void) {
        for index in text.indices where !ASCII.isWhitespace(text[index]) { body(ASCII.lowercased(text[index])) }
    }

    /// Whether the folded form of ASCII may be more than its letters in lower case: it contains a control character or
    /// a space.
    ///
    /// - Parameter word: eight bytes of it.
    @inlinable @inline(__always)
    package static func hasSpace(_ word: UInt64) -> Bool {
        (word &- ByteWord.of(0x21)) & ~word & ByteWord.of(0x80) != 0
    }

    /// The most combining marks in a row: ``CombiningMarks`` says why. Bytes that are checked without a String were not
    /// limited before, and without the space between them, more marks may be in a row.
    private static let longestRunOfMarks = 30

    /// Appends the folded form of well-formed UTF-8. After a run of thirty combining marks, there is a character that
    /// separates it from further marks.
    package static func append(_ text: Span<UInt8>, to folded: inout [UInt8]) {
        var marks = 0
        UTF8Text.forEachScalar(in: text) { scalar in
            if scalar.isASCII {
                let byte = UInt8(scalar.value)
                if ASCII.isWhitespace(byte) { return }
                marks = 0
                folded.append(ASCII.lowercased(byte))
                return
            }
            if scalar.properties.isWhitespace { return }
            marks = CombiningMarks.contains(scalar) ? marks + 1 : 0
            if marks > longestRunOfMarks {
                folded.append(contentsOf: "\u{34F}".utf8)
                marks = 1
            }
            switch scalar {
            // The two characters beyond ASCII that are equal to one in ASCII and not a letter.
            case "\u{37E}": folded.append(UInt8(ascii: ";"))
            case "\u{1FEF}": folded.append(UInt8(ascii: "`"))
            default:
                // A mapping has at most two characters, which a String stores inline.
                folded.append(contentsOf: scalar.properties.lowercaseMapping.utf8)
            }
        }
    }
}
