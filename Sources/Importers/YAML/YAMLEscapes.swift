import Encodings

/// Escapes of a backslash in YAML's texts in quotes.
enum YAMLEscapes {
    /// Of one character. `\xHH`, `\uHHHH` and `\UHHHHHHHH` are known as well.
    private static let simple: [UInt8: Unicode.Scalar] = [
        UInt8(ascii: "0"): "\0", UInt8(ascii: "a"): "\u{7}", UInt8(ascii: "b"): "\u{8}", UInt8(ascii: "t"): "\t",
        UInt8(ascii: "n"): "\n", UInt8(ascii: "v"): "\u{B}", UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "r"): "\r",
        UInt8(ascii: "e"): "\u{1B}", UInt8(ascii: "\""): "\"", UInt8(ascii: "/"): "/", UInt8(ascii: "\\"): "\\",
        UInt8(ascii: " "): " ", UInt8(ascii: "N"): "\u{85}", UInt8(ascii: "_"): "\u{A0}", UInt8(ascii: "L"): "\u{2028}",
        UInt8(ascii: "P"): "\u{2029}",
    ]

    /// - Returns: nil for an unknown escape, and for one that is no character.
    static func replaced(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        var found: [UInt8] = [], rest = text
        while let byte = rest.first {
            guard byte == UInt8(ascii: "\\") else {
                found.append(byte)
                rest = rest.dropFirst()
                continue
            }
            guard let mark = rest.dropFirst().first else { return nil }
            rest = rest.dropFirst(2)
            if let scalar = simple[mark] {
                found += Array(String(scalar).utf8)
                continue
            }
            let lengths: [UInt8: Int] = [UInt8(ascii: "x"): 2, UInt8(ascii: "u"): 4, UInt8(ascii: "U"): 8]
            let length = lengths[mark] ?? 0
            guard length > 0, var value = number(&rest, length) else { return nil }
            // A pair of halves, as JSON has it.
            if 0xD800..<0xDC00 ~= value, length == 4, rest.starts(with: "\\u".utf8) {
                rest = rest.dropFirst(2)
                guard let low = number(&rest, 4), 0xDC00..<0xE000 ~= low else { return nil }
                value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
            }
            guard let scalar = Unicode.Scalar(value) else { return nil }
            found += Array(String(scalar).utf8)
        }
        return found
    }

    private static func number(_ rest: inout ArraySlice<UInt8>, _ length: Int) -> UInt32? {
        let digits = rest.prefix(length)
        guard digits.count == length, digits.allSatisfy({ ASCII.hexValue($0) != nil }) else { return nil }
        rest = rest.dropFirst(length)
        return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}
