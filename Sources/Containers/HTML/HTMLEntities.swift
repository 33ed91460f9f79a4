import Encodings

/// Characters that HTML writes as `&amp;` or `&#38;`.
package enum HTMLEntities {
    private static let named: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "shy": "\u{AD}",
        "ZeroWidthSpace": "\u{200B}", "zwnj": "\u{200C}", "zwj": "\u{200D}", "NoBreak": "\u{2060}",
    ]
    private static let longestName = 14

    /// Decodes those that end in a semicolon. Browsers decode more, and would find `&para` and `&not` in links, which
    /// have bare ampersands before the names of parameters.
    package static func decode(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(text.count)
        var rest = text
        while let byte = rest.popFirst() {
            if byte == ASCII.ampersand, let end = rest.prefix(longestName + 1).firstIndex(of: UInt8(ascii: ";")),
                let scalar = scalar(rest[..<end])
            {
                decoded += Array(String(scalar).utf8)
                rest = rest[(end + 1)...]
            } else {
                decoded.append(byte)
            }
        }
        return decoded
    }

    private static func scalar(_ name: ArraySlice<UInt8>) -> Unicode.Scalar? {
        guard name.first == ASCII.hash else { return named[String(decoding: name, as: UTF8.self)] }
        let digits = String(decoding: name.dropFirst(), as: UTF8.self)
        let isHexadecimal = digits.first == "x" || digits.first == "X"
        let number = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return number.flatMap { Unicode.Scalar($0) }
    }
}
