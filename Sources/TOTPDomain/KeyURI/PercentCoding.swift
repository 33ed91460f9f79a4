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
        var bytes: [UInt8] = []
        bytes.reserveCapacity(raw.count)
        var index = 0
        while index < raw.count {
            let byte = raw[index]
            if byte == ASCII.percent, index + 2 < raw.count,
                let high = ASCII.hexValue(raw[index + 1]), let low = ASCII.hexValue(raw[index + 2])
            {
                bytes.append(high << 4 | low)
                index += 3
                continue
            }
            bytes.append(plusIsBlank && byte == ASCII.plus ? ASCII.space : byte)
            index += 1
        }
        return bytes
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
