/// Bytes as hexadecimal digits.
package enum Hex {
    /// Digits of either case to bytes.
    ///
    /// - Returns: nil for an odd number of digits or another character.
    package static func decode(_ text: Span<UInt8>) -> [UInt8]? {
        guard text.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 2)
        for index in stride(from: 0, to: text.count, by: 2) {
            guard let high = ASCII.hexValue(text[index]), let low = ASCII.hexValue(text[index + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    package static func decode(_ text: [UInt8]) -> [UInt8]? { decode(text.span) }

    package static func decode(_ text: String) -> [UInt8]? { decode(Array(text.utf8).span) }

    /// Two lower-case digits per byte.
    package static func encode(_ bytes: some Collection<UInt8>) -> String {
        var digits: [UInt8] = []
        digits.reserveCapacity(bytes.count * 2)
        for byte in bytes { append(byte, to: &digits) }
        return String(decoding: digits, as: UTF8.self)
    }

    /// Appends the two lower-case digits of a byte.
    package static func append(_ byte: UInt8, to digits: inout [UInt8]) {
        digits.append(digit(byte >> 4))
        digits.append(digit(byte & 15))
    }

    private static func digit(_ nibble: UInt8) -> UInt8 { nibble < 10 ? 48 + nibble : 87 + nibble }
}
