/// Percent-encoding of the Key URI format (`formats/otpauth.md`).
public enum PercentCoding {
    /// Decodes a part of a link to text.
    ///
    /// Malformed `%` sequences stay as they are. Where the decoded bytes are no UTF-8, the text stays encoded, and
    /// where that is none either, it is read as Latin-1: a label may look odd then, but no account is lost to it.
    ///
    /// - parameter plusIsBlank: true for query values, false for labels.
    public static func decode(_ link: Span<UInt8>, _ range: Range<Int>, plusIsBlank: Bool) -> String {
        let raw = link.extracting(range)
        let bytes = decodedBytes(raw, plusIsBlank: plusIsBlank)
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        let encoded = raw.withUnsafeBufferPointer { Array($0) }
        return String(validating: encoded, as: UTF8.self)
            ?? String(String.UnicodeScalarView(encoded.map { Unicode.Scalar($0) }))
    }

    /// The bytes behind `%XX` sequences, whatever they mean.
    public static func decodedBytes(_ raw: Span<UInt8>, plusIsBlank: Bool) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: raw.count)
        var room = bytes.mutableSpan
        let decoded = decode(raw, plusIsBlank: plusIsBlank, into: &room)
        bytes.removeLast(bytes.count - decoded.count)
        return bytes
    }

    /// What a decoding came upon.
    package struct Decoded: Sendable, Hashable {
        /// Bytes that came out.
        package var count = 0
        package var isASCII = true
        /// A `%` without two digits behind it, which stays as it is.
        package var hasMalformed = false
        /// A percent sign that came out before two digits: another decoding would make a character of the three.
        package var isDoubled = false
    }

    /// As ``decodedBytes(_:plusIsBlank:)``, into a room that is there.
    ///
    /// - parameter room: as large as `raw`.
    package static func decode(
        _ raw: Span<UInt8>, plusIsBlank: Bool, into room: inout MutableSpan<UInt8>
    ) -> Decoded {
        var decoded = Decoded()
        var index = 0
        var count = 0
        var union: UInt64 = 0
        while index < raw.count {
            if index + 8 <= raw.count {
                let word = raw.word(at: index)
                var special = ByteWord.lowestZero(word ^ ByteWord.of(ASCII.percent))
                if plusIsBlank { special |= ByteWord.lowestZero(word ^ ByteWord.of(ASCII.plus)) }
                // What stands behind a special character is written anew when it is reached.
                room.store(word, at: count)
                union |= word
                let plain = special == 0 ? 8 : special.trailingZeroBitCount / 8
                count += plain
                index += plain
                if special == 0 { continue }
            }
            var byte = raw[index]
            if byte == ASCII.percent {
                if let read = escaped(raw, at: index) {
                    byte = read
                    index += 2
                    if read == ASCII.percent, isHex(raw, index + 1), isHex(raw, index + 2) { decoded.isDoubled = true }
                } else {
                    decoded.hasMalformed = true
                }
            } else if plusIsBlank, byte == ASCII.plus {
                byte = ASCII.space
            }
            room[count] = byte
            union |= UInt64(byte)
            count += 1
            index += 1
        }
        decoded.count = count
        decoded.isASCII = union & ByteWord.of(0x80) == 0
        return decoded
    }

    /// The byte of the `%XX` of which the `%` stands at an index, nil where it is none.
    @inline(__always)
    private static func escaped(_ raw: Span<UInt8>, at index: Int) -> UInt8? {
        guard index + 2 < raw.count, let high = ASCII.hexValue(raw[index + 1]),
            let low = ASCII.hexValue(raw[index + 2])
        else { return nil }
        return high << 4 | low
    }

    private static func isHex(_ raw: Span<UInt8>, _ index: Int) -> Bool {
        index < raw.count && ASCII.hexValue(raw[index]) != nil
    }

    /// Encodes for a label or a query value: only `A-Z a-z 0-9 - . _ ~` stay, a blank is `%20`.
    public static func encode(_ text: String) -> String {
        let digits: StaticString = "0123456789ABCDEF"
        var encoded: [UInt8] = []
        encoded.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                encoded.append(byte)
            default:
                digits.withUTF8Buffer {
                    encoded += [ASCII.percent, $0[Int(byte >> 4)], $0[Int(byte & 15)]]
                }
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }
}
