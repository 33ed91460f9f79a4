/// Base64 (RFC 4648, sections 4 and 5).
package enum Base64 {
    /// Decodes base64 as exports write it: either alphabet, with or without padding, without spaces.
    ///
    /// - Returns: nil if a character is in neither alphabet, or no number of bytes encodes to this length.
    package static func decode(_ text: Span<UInt8>) -> [UInt8]? { decodeDigits(text, isLenient: true)?.bytes }

    package static func decode(_ text: [UInt8]) -> [UInt8]? { decode(text.span) }

    package static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? { decode(text.span) }

    package static func decode(_ text: String) -> [UInt8]? { decode(Array(text.utf8).span) }

    /// Decodes only what ``encode(_:)`` writes: the standard alphabet, padding, and unused bits that are zero. So every
    /// changed character is detected.
    package static func decodeStrictly(_ text: Span<UInt8>) -> [UInt8]? {
        var count = text.count
        while count > 0, text[count - 1] == ASCII.equals { count -= 1 }
        guard text.count.isMultiple(of: 4), text.count - count <= 2,
            let decoded = decodeDigits(text.extracting(0..<count), isLenient: false), decoded.unusedBits == 0
        else { return nil }
        return decoded.bytes
    }

    package static func decodeStrictly(_ text: String) -> [UInt8]? { decodeStrictly(Array(text.utf8).span) }

    /// Returns the bytes of a text in base64 of the standard alphabet, if they are a multiple of the block size; else
    /// nil. White space around the text is ignored.
    package static func blocks(in text: [UInt8], of blockCount: Int) -> [UInt8]? {
        let run = text.trimmingWhitespace
        let digits = run.prefix { $0 != ASCII.equals }
        guard !digits.isEmpty, !digits.contains(ASCII.hyphen), !digits.contains(ASCII.underscore),
            run.count - digits.count <= 2, run[digits.endIndex...].allSatisfy({ $0 == ASCII.equals }),
            let bytes = decode(digits), !bytes.isEmpty, bytes.count.isMultiple(of: blockCount)
        else { return nil }
        return bytes
    }

    /// Encodes in the standard alphabet, with padding.
    package static func encode(_ bytes: [UInt8]) -> String {
        let source = bytes.span
        var characters: [UInt8] = []
        characters.reserveCapacity((source.count + 2) / 3 * 4)
        alphabet.withUTF8Buffer { alphabet in
            for index in stride(from: 0, to: source.count, by: 3) {
                let count = min(3, source.count - index)
                var bits = UInt32(source[index]) << 16
                if count > 1 { bits |= UInt32(source[index + 1]) << 8 }
                if count > 2 { bits |= UInt32(source[index + 2]) }
                characters.append(alphabet[Int(bits >> 18)])
                characters.append(alphabet[Int(bits >> 12 & 63)])
                characters.append(count > 1 ? alphabet[Int(bits >> 6 & 63)] : ASCII.equals)
                characters.append(count > 2 ? alphabet[Int(bits & 63)] : ASCII.equals)
            }
        }
        return String(decoding: characters, as: UTF8.self)
    }

    /// Encodes in the standard alphabet, without padding.
    package static func encodeUnpadded(_ bytes: [UInt8]) -> String {
        String(encode(bytes).prefix { $0 != "=" })
    }

    /// Encodes in the alphabet for URLs, without padding.
    package static func encodeForURL(_ bytes: [UInt8]) -> String {
        let characters = encode(bytes).utf8.prefix { $0 != ASCII.equals }
        return String(
            decoding: characters.map { character in
                switch character {
                case ASCII.plus: ASCII.hyphen
                case ASCII.slash: ASCII.underscore
                default: character
                }
            }, as: UTF8.self)
    }

    private static let alphabet: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

    private static let other: UInt8 = 0xFF

    /// The six bits of each character. 0x40 is added to the two characters that only the URL-safe alphabet contains.
    private static let values: [UInt8] = {
        var table = [UInt8](repeating: other, count: 256)
        alphabet.withUTF8Buffer { alphabet in
            for value in alphabet.indices { table[Int(alphabet[value])] = UInt8(value) }
        }
        table[Int(ASCII.hyphen)] = 62 | 0x40
        table[Int(ASCII.underscore)] = 63 | 0x40
        return table
    }()

    /// - Parameter isLenient: whether to accept both alphabets, and to ignore `=` anywhere.
    private static func decodeDigits(
        _ text: Span<UInt8>, isLenient: Bool
    ) -> (bytes: [UInt8], unusedBits: UInt32)? {
        let limit: UInt8 = isLenient ? 0x80 : 0x40
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3 + 2)
        var bits: UInt32 = 0
        var bitCount: UInt32 = 0
        for index in text.indices {
            let value = values[Int(text[index])]
            guard value < limit else {
                if isLenient, text[index] == ASCII.equals { continue }
                return nil
            }
            bits = bits << 6 | UInt32(value & 63)
            bitCount += 6
            if bitCount >= 8 {
                bitCount -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> bitCount))
            }
        }
        // One character has too few bits for a byte.
        guard bitCount < 6 else { return nil }
        return (bytes, bits & ((1 << bitCount) - 1))
    }
}
