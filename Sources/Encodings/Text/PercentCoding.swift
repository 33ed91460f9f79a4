/// Percent-encoding, as in the Key URI format (`Docs/formats/otpauth.md`).
@usableFromInline
package enum PercentCoding {
    /// Decodes a part of a link to text.
    ///
    /// Malformed `%` sequences are left unchanged. If the decoded bytes are not UTF-8, the text stays encoded, and if
    /// that is not UTF-8 either, it is read as Latin-1: a label may look wrong then, but no account is lost. Combining
    /// marks are limited.
    ///
    /// - Parameter plusIsSpace: true for query values, false for labels.
    package static func decode(_ link: Span<UInt8>, _ range: Range<Int>, plusIsSpace: Bool) -> String {
        let raw = link.extracting(range)
        var isASCII = true
        // Most values fit into the string itself then, without a buffer.
        let text = String(unsafeUninitializedCapacity: raw.count) { memory in
            memory.initialize(repeating: 0)
            var buffer = memory.mutableSpan
            let decoded = decode(raw, raw.indices, plusIsSpace: plusIsSpace, into: &buffer)
            isASCII = decoded.isASCII
            return decoded.isASCII ? decoded.count : 0
        }
        if isASCII { return text }
        return String(validating: decodedBytes(raw, plusIsSpace: plusIsSpace), as: UTF8.self)?.limitingMarks
            ?? raw.withUnsafeBufferPointer { TextDecoding.lenientString($0) }
    }

    /// The decoded bytes, whatever their encoding.
    package static func decodedBytes(_ raw: Span<UInt8>, plusIsSpace: Bool) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: raw.count)
        var buffer = bytes.mutableSpan
        let decoded = decode(raw, raw.indices, plusIsSpace: plusIsSpace, into: &buffer)
        bytes.removeLast(bytes.count - decoded.count)
        return bytes
    }

    /// The result of decoding.
    package struct Decoded: Sendable, Hashable {
        /// The number of decoded bytes.
        package var count = 0
        /// The traits of the encoded bytes.
        package var traits = CharacterTraits()
        package var isASCII = true
        /// There was a `%` without two digits after it, which is left unchanged.
        package var hasMalformed = false
        /// A decoded percent sign is followed by two digits: decoding again would make a character of the three.
        package var isDoubled = false
    }

    /// As ``decodedBytes(_:plusIsSpace:)``, into an existing buffer.
    ///
    /// - Parameters:
    ///   - link: the encoded bytes with those around them.
    ///   - buffer: as large as the range; eight bytes more are faster. After the result there may be anything.
    package static func decode(
        _ link: Span<UInt8>, _ range: Range<Int>, plusIsSpace: Bool, into buffer: inout MutableSpan<UInt8>
    ) -> Decoded {
        var decoded = Decoded()
        let isSpecial = CharacterTraits.percent.rawValue | CharacterTraits.plus.rawValue
        let text = link.extracting(0..<range.upperBound)
        var traits: UInt8 = 0
        var union: UInt8 = 0
        var index = range.lowerBound
        var count = 0
        while index < text.count {
            if text[index] != ASCII.percent, index + 8 <= link.count, count + 8 <= buffer.count {
                // Most bytes mean themselves: up to eight at once. Those after them are overwritten.
                let word = link.word(at: index)
                let plain = ByteWord.plainCount(word)
                buffer.store(word, at: count)
                if index + plain >= text.count {
                    count += text.count - index
                    break
                }
                index += plain
                count += plain
                if plain == 8 { continue }
            }
            var byte = text[index]
            let trait = CharacterTraits.of(byte)
            traits |= trait
            if trait & isSpecial != 0 {
                if byte == ASCII.plus {
                    if plusIsSpace { byte = ASCII.space }
                } else if let read = escaped(text, at: index) {
                    byte = read
                    index += 2
                    if read == ASCII.percent, isHex(text, index + 1), isHex(text, index + 2) {
                        decoded.isDoubled = true
                    }
                    if read == ASCII.equals { traits |= CharacterTraits.equals.rawValue }
                } else {
                    decoded.hasMalformed = true
                }
            }
            buffer[count] = byte
            union |= byte
            count += 1
            index += 1
        }
        decoded.count = count
        decoded.traits = CharacterTraits(rawValue: traits)
        decoded.isASCII = union & 0x80 == 0
        return decoded
    }

    /// The byte of the `%XX` at an index, nil for other text.
    @inline(__always)
    package static func escaped(_ raw: Span<UInt8>, at index: Int) -> UInt8? {
        guard index + 2 < raw.count, let high = ASCII.hexValue(raw[index + 1]),
            let low = ASCII.hexValue(raw[index + 2])
        else { return nil }
        return high << 4 | low
    }

    private static func isHex(_ raw: Span<UInt8>, _ index: Int) -> Bool {
        index < raw.count && ASCII.hexValue(raw[index]) != nil
    }

    /// Encodes for a label or a query value: only `A-Z a-z 0-9 - . _ ~` stay, a space is `%20`.
    package static func encode(_ text: String) -> String {
        var encoded: [UInt8] = []
        encoded.reserveCapacity(text.utf8.count)
        append(text, to: &encoded)
        return String(decoding: encoded, as: UTF8.self)
    }

    /// Appends the result of ``encode(_:)``.
    package static func append(_ text: String, to encoded: inout [UInt8]) {
        for byte in text.utf8 {
            if isUnreserved(byte) {
                encoded.append(byte)
            } else {
                encoded.append(ASCII.percent)
                encoded.append(digit(byte >> 4))
                encoded.append(digit(byte & 15))
            }
        }
    }

    /// Whether a byte is not encoded (RFC 3986, 2.3).
    @inlinable @inline(__always)
    package static func isUnreserved(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "~")
    }

    private static func digit(_ nibble: UInt8) -> UInt8 { nibble < 10 ? 48 + nibble : 55 + nibble }
}
