import Encodings

/// Issuers and names as accounts are compared by: in lower case, without whitespace.
///
/// Merging and validation use the same rule, so that both find the same accounts equal.
package enum FoldedName {
    /// The folded form of a text. Two names are the same if their folded forms are equal as Strings.
    package static func of(_ text: String) -> String {
        var text = text
        return text.withUTF8 { utf8 in
            var union: UInt8 = 0
            let ascii = String(unsafeUninitializedCapacity: utf8.count) { buffer in
                var count = 0
                for byte in utf8 {
                    union |= byte
                    buffer[count] = ASCII.lowercased(byte)
                    count += ASCII.isWhitespace(byte) ? 0 : 1
                }
                return union < 0x80 ? count : 0
            }
            if union < 0x80 { return ascii }
            var folded: [UInt8] = []
            append(Array(utf8).span, to: &folded)
            return String(decoding: folded, as: UTF8.self)
        }
    }

    /// Writes the folded form of ASCII, as ``append(_:to:)`` does, into an existing buffer.
    ///
    /// - Parameter index: where to write; the buffer has space for the whole text.
    /// - Returns: the index after the folded form.
    @inline(__always)
    package static func write(ascii text: Span<UInt8>, to buffer: inout MutableSpan<UInt8>, at index: Int) -> Int {
        var end = index
        for place in text.indices {
            let byte = text[place]
            buffer[end] = ASCII.lowercased(byte)
            end += ASCII.isWhitespace(byte) ? 0 : 1
        }
        return end
    }

    /// Appends the folded form of well-formed UTF-8.
    package static func append(_ text: Span<UInt8>, to folded: inout [UInt8]) {
        UTF8Text.forEachScalar(in: text) { scalar in
            if scalar.isASCII {
                let byte = UInt8(scalar.value)
                if !ASCII.isWhitespace(byte) { folded.append(ASCII.lowercased(byte)) }
                return
            }
            switch scalar {
            // The two characters beyond ASCII that are equal to one in ASCII and not a letter.
            case "\u{37E}": folded.append(UInt8(ascii: ";"))
            case "\u{1FEF}": folded.append(UInt8(ascii: "`"))
            default:
                // A mapping has at most two characters, which a String stores inline.
                if !scalar.properties.isWhitespace {
                    folded.append(contentsOf: scalar.properties.lowercaseMapping.utf8)
                }
            }
        }
    }
}
