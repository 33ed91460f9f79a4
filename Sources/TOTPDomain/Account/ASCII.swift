/// The few facts about ASCII that byte parsers need.
@usableFromInline
package enum ASCII {
    @usableFromInline package static let newline = UInt8(ascii: "\n")
    @usableFromInline package static let carriageReturn = UInt8(ascii: "\r")
    @usableFromInline package static let space = UInt8(ascii: " ")
    @usableFromInline package static let hash = UInt8(ascii: "#")
    @usableFromInline package static let percent = UInt8(ascii: "%")
    @usableFromInline package static let ampersand = UInt8(ascii: "&")
    @usableFromInline package static let plus = UInt8(ascii: "+")
    @usableFromInline package static let hyphen = UInt8(ascii: "-")
    @usableFromInline package static let slash = UInt8(ascii: "/")
    @usableFromInline package static let colon = UInt8(ascii: ":")
    @usableFromInline package static let equals = UInt8(ascii: "=")
    @usableFromInline package static let question = UInt8(ascii: "?")
    @usableFromInline package static let underscore = UInt8(ascii: "_")

    @inlinable @inline(__always)
    package static func lowercased(_ byte: UInt8) -> UInt8 { byte &- 65 < 26 ? byte | 0x20 : byte }

    @inlinable @inline(__always)
    package static func uppercased(_ byte: UInt8) -> UInt8 { byte &- 97 < 26 ? byte & 0xDF : byte }

    /// Space, tab, line feed, vertical tab, form feed, carriage return.
    @inlinable @inline(__always)
    package static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte &- 9 < 5 }

    /// The value of a hexadecimal digit of either case, nil for another character.
    @inlinable @inline(__always)
    package static func hexValue(_ byte: UInt8) -> UInt8? {
        if byte &- 48 < 10 { return byte &- 48 }
        let letter = lowercased(byte)
        return letter &- 97 < 6 ? letter &- 87 : nil
    }

    /// Hexadecimal digits of either case to bytes, nil for an odd count or another character.
    package static func bytes(hex text: Span<UInt8>) -> [UInt8]? {
        guard text.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 2)
        for index in stride(from: 0, to: text.count, by: 2) {
            guard let high = hexValue(text[index]), let low = hexValue(text[index + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    /// Bytes as lower-case hexadecimal digits.
    package static func hex(_ bytes: some Sequence<UInt8>) -> String {
        var digits: [UInt8] = []
        for byte in bytes {
            for nibble in [byte >> 4, byte & 15] { digits.append(nibble < 10 ? 48 + nibble : 87 + nibble) }
        }
        return String(decoding: digits, as: UTF8.self)
    }
}
