/// Base64 (RFC 4648, sections 4 and 5).
package enum Base64 {
    /// Decodes base64 as exports write it: either alphabet, with or without padding, without spaces.
    ///
    /// - Returns: nil if a character is in neither alphabet, or no number of bytes encodes to this length.
    package static func decode(_ text: Span<UInt8>) -> [UInt8]? { decodeDigits(text, isLenient: true)?.bytes }

    package static func decode(_ text: [UInt8]) -> [UInt8]? { decode(text.span) }

    package static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? { decode(text.span) }

    package static func decode(_ text: String) -> [UInt8]? { decode(Array(text.utf8).span) }

    /// Decodes only the output of ``encode(_:)``: the standard alphabet, padding, and unused bits that are zero. So
    /// every changed character is detected.
    package static func decodeStrictly(_ text: Span<UInt8>) -> [UInt8]? {
        var count = text.count
        while count > 0, text[count - 1] == ASCII.equals { count -= 1 }
        guard text.count.isMultiple(of: 4), text.count - count <= 2,
            let decoded = decodeDigits(text.extracting(0..<count), isLenient: false), decoded.unusedBits == 0
        else { return nil }
        return decoded.bytes
    }

    package static func decodeStrictly(_ text: String) -> [UInt8]? { decodeStrictly(Array(text.utf8).span) }

    /// Before the salt of what `openssl enc` and CryptoJS encrypt.
    package static let openSSLSignature = Array("Salted__".utf8)

    /// Returns the bytes of a text in base64 of the standard alphabet, if they are a multiple of the block size; else
    /// nil. White space around the text is ignored. What OpenSSL encrypts has a signature, and is not of one app.
    package static func blocks(in text: [UInt8], of blockCount: Int) -> [UInt8]? {
        let run = text.trimmingWhitespace
        let digits = run.prefix { $0 != ASCII.equals }
        guard !digits.isEmpty, !digits.contains(ASCII.hyphen), !digits.contains(ASCII.underscore),
            run.count - digits.count <= 2, run[digits.endIndex...].allSatisfy({ $0 == ASCII.equals }),
            let bytes = decode(digits), !bytes.isEmpty, bytes.count.isMultiple(of: blockCount),
            !bytes.starts(with: openSSLSignature)
        else { return nil }
        return bytes
    }

    /// Encodes in the standard alphabet, with padding.
    package static func encode(_ bytes: [UInt8]) -> String {
        String(unsafeUninitializedCapacity: encodedCount(bytes)) { memory in
            encode(bytes.span, into: memory)
            return encodedCount(bytes)
        }
    }

    /// Appends the text that ``encode(_:)`` returns.
    package static func append(_ bytes: [UInt8], to text: inout [UInt8]) {
        let start = text.count
        text.append(contentsOf: repeatElement(0, count: encodedCount(bytes)))
        text.withUnsafeMutableBufferPointer { memory in
            encode(bytes.span, into: UnsafeMutableBufferPointer(rebasing: memory[start...]))
        }
    }

    private static func encodedCount(_ bytes: [UInt8]) -> Int { (bytes.count + 2) / 3 * 4 }

    private static func encode(_ source: Span<UInt8>, into memory: UnsafeMutableBufferPointer<UInt8>) {
        let digits = alphabet.utf8Start
        var index = 0
        var place = 0
        while index + 3 <= source.count {
            let bits = UInt32(source[index]) << 16 | UInt32(source[index + 1]) << 8 | UInt32(source[index + 2])
            memory[place] = digits[Int(bits >> 18)]
            memory[place + 1] = digits[Int(bits >> 12 & 63)]
            memory[place + 2] = digits[Int(bits >> 6 & 63)]
            memory[place + 3] = digits[Int(bits & 63)]
            index += 3
            place += 4
        }
        guard index < source.count else { return }
        let hasTwo = index + 1 < source.count
        let bits = UInt32(source[index]) << 16 | (hasTwo ? UInt32(source[index + 1]) << 8 : 0)
        memory[place] = digits[Int(bits >> 18)]
        memory[place + 1] = digits[Int(bits >> 12 & 63)]
        memory[place + 2] = hasTwo ? digits[Int(bits >> 6 & 63)] : ASCII.equals
        memory[place + 3] = ASCII.equals
    }

    /// Encodes in the standard alphabet, without padding.
    package static func encodeUnpadded(_ bytes: [UInt8]) -> String {
        String(encode(bytes).prefix { $0 != "=" })
    }

    /// Encodes in the alphabet for URLs, without padding.
    package static func encodeForURL(_ bytes: [UInt8]) -> String {
        encodeUnpadded(bytes).replacing("+", with: "-").replacing("/", with: "_")
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
    private static func decodeDigits(_ text: Span<UInt8>, isLenient: Bool) -> (bytes: [UInt8], unusedBits: UInt32)? {
        let limit: UInt8 = isLenient ? 0x80 : 0x40
        var index = 0
        var bytes = [UInt8](unsafeUninitializedCapacity: text.count / 4 * 3 + 3) { memory, count in
            index = decodeGroups(text, isLenient ? lenientGroups : strictGroups, into: memory)
            count = index / 4 * 3
        }
        var bits: UInt32 = 0
        var bitCount: UInt32 = 0
        while index < text.count {
            let value = values[Int(text[index])]
            if value < limit {
                bits = bits << 6 | UInt32(value & 63)
                bitCount += 6
                if bitCount >= 8 {
                    bitCount -= 8
                    bytes.append(UInt8(truncatingIfNeeded: bits >> bitCount))
                }
            } else if !isLenient || text[index] != ASCII.equals {
                return nil
            }
            index += 1
        }
        // One character has too few bits for a byte.
        guard bitCount < 6 else { return nil }
        return (bytes, bits & ((1 << bitCount) - 1))
    }

    /// For each of the four characters of a group, and each character, its bits of the 24 bits of the group; beyond
    /// these, a bit that says that the character is not accepted.
    private static func groups(limit: UInt8) -> [UInt32] {
        (0..<4).flatMap { place in
            values.map { $0 < limit ? UInt32($0 & 63) << UInt32(18 - 6 * place) : 1 << 24 }
        }
    }

    private static let strictGroups = groups(limit: 0x40)
    private static let lenientGroups = groups(limit: 0x80)

    /// Decodes groups of four characters, up to the first group with a character that is not accepted.
    ///
    /// - Returns: the number of decoded characters; three quarters as many bytes were written.
    private static func decodeGroups(
        _ text: Span<UInt8>, _ table: [UInt32], into memory: UnsafeMutableBufferPointer<UInt8>
    ) -> Int {
        table.withUnsafeBufferPointer { table in
            text.withUnsafeBufferPointer { text in
                var index = 0
                var place = 0
                while index + 4 <= text.count {
                    var bits: UInt32 = table[Int(text[index])]
                    bits |= table[256 + Int(text[index + 1])]
                    bits |= table[512 + Int(text[index + 2])]
                    bits |= table[768 + Int(text[index + 3])]
                    guard bits < 1 << 24 else { break }
                    memory[place] = UInt8(truncatingIfNeeded: bits >> 16)
                    memory[place + 1] = UInt8(truncatingIfNeeded: bits >> 8)
                    memory[place + 2] = UInt8(truncatingIfNeeded: bits)
                    index += 4
                    place += 3
                }
                return index
            }
        }
    }
}
