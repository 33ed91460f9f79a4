/// Why a text is not base32. It has the place of a character but never the character, which is part of a secret.
package enum Base32Error: Error, Sendable, Hashable {
    /// A character outside the alphabet, at an index from 0.
    case character(index: Int)
    /// The padding is missing, too long or not at the end. Only in the strict form.
    case padding
    /// Bits beyond the last byte are not zero. Only in the strict form.
    case unusedBits
}

/// Base32 (RFC 4648, section 6).
package enum Base32 {
    /// The five bits of each character of either case, ``skipped``, or ``other``.
    package static let values: [UInt8] = {
        var table = [UInt8](repeating: other, count: 256)
        for (value, character) in "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8.enumerated() {
            table[Int(character)] = UInt8(value)
            table[Int(ASCII.lowercased(character))] = UInt8(value)
        }
        for character in " \t\r\n-=".utf8 { table[Int(character)] = skipped }
        return table
    }()

    /// In ``values``: spaces, hyphens and padding, which the lenient form skips.
    package static let skipped: UInt8 = 0xFE
    /// In ``values``: a character that is not base32.
    package static let other: UInt8 = 0xFF

    /// Whether a whole number of bytes may have this many digits: 1, 3 and 6 beyond a multiple of eight are impossible.
    @inlinable @inline(__always)
    package static func canHave(_ count: Int) -> Bool { 0b1011_0101 >> (count & 7) & 1 == 1 }

    /// Whether the digits of a text are as many as a whole number of bytes may have.
    package static func isWhole(_ text: Span<UInt8>) -> Bool {
        canHave(text.indices.count { values[Int(text[$0])] < skipped })
    }

    /// Decodes as authenticator apps do: case does not matter, and spaces, `-` and `=` are skipped wherever they are.
    ///
    /// Any length is accepted, and left-over bits are dropped: real exports have 1, 3 or 6 characters beyond a
    /// multiple of eight. The result may be empty.
    ///
    /// - Throws: ``Base32Error/character(index:)``.
    package static func decode(_ text: Span<UInt8>) throws(Base32Error) -> [UInt8] {
        try decodeDigits(text, isLenient: true).bytes
    }

    package static func decode(_ text: String) throws(Base32Error) -> [UInt8] {
        try decode(Array(text.utf8).span)
    }

    /// Decodes only the output of ``encode(_:isPadded:)`` with padding.
    package static func decodeStrictly(_ text: Span<UInt8>) throws(Base32Error) -> [UInt8] {
        var count = text.count
        while count > 0, text[count - 1] == ASCII.equals { count -= 1 }
        let (bytes, unusedBits) = try decodeDigits(text.extracting(0..<count), isLenient: false)
        guard canHave(count), text.count.isMultiple(of: 8), text.count - count < 8 else { throw .padding }
        guard unusedBits == 0 else { throw .unusedBits }
        return bytes
    }

    private static func decodeDigits(
        _ text: Span<UInt8>, isLenient: Bool
    ) throws(Base32Error) -> (bytes: [UInt8], unusedBits: UInt32) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count * 5 / 8)
        var bits: UInt32 = 0
        var bitCount = 0
        for index in text.indices {
            let value = values[Int(text[index])]
            if value >= skipped || (!isLenient && text[index] &- 97 < 26) {
                if isLenient, value == skipped { continue }
                throw .character(index: index)
            }
            bits = (bits << 5) | UInt32(value)
            bitCount += 5
            if bitCount >= 8 {
                bitCount -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
            }
        }
        return (bytes, bits & ((1 << UInt32(bitCount)) - 1))
    }

    /// Encodes in upper case.
    package static func encode(_ bytes: [UInt8], isPadded: Bool = false) -> String {
        var characters: [UInt8] = []
        characters.reserveCapacity((bytes.count + 4) / 5 * 8)
        append(bytes, to: &characters)
        while isPadded, !characters.count.isMultiple(of: 8) { characters.append(ASCII.equals) }
        return String(decoding: characters, as: UTF8.self)
    }

    /// Appends the digits of ``encode(_:isPadded:)``, without padding.
    package static func append(_ bytes: [UInt8], to characters: inout [UInt8]) {
        var bits: UInt32 = 0
        var bitCount = 0
        for byte in bytes {
            bits = (bits << 8) | UInt32(byte)
            bitCount += 8
            while bitCount >= 5 {
                bitCount -= 5
                characters.append(digit(bits >> UInt32(bitCount)))
            }
        }
        if bitCount > 0 { characters.append(digit(bits << UInt32(5 - bitCount))) }
    }

    /// The digit of the lowest five bits.
    @inline(__always)
    private static func digit(_ bits: UInt32) -> UInt8 {
        let value = UInt8(truncatingIfNeeded: bits & 31)
        return value < 26 ? 65 + value : 24 + value
    }
}
