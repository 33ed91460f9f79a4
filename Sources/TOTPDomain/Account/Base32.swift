import Encodings

/// RFC 4648 base32, read as generously as authenticator apps write it.
public enum Base32 {
    /// The five bits of each character, 0xFE for one to skip, 0xFF for one that is not base32.
    package static let values: InlineArray<256, UInt8> = {
        var table = InlineArray<256, UInt8>(repeating: 0xFF)
        for (value, character) in "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8.enumerated() {
            table[Int(character)] = UInt8(value)
            table[Int(ASCII.lowercased(character))] = UInt8(value)
        }
        for skipped in " \t\r\n-=".utf8 { table[Int(skipped)] = 0xFE }
        return table
    }()

    /// Decodes; blanks, `-` and `=` are dropped wherever they stand, case does not matter.
    ///
    /// Any length is accepted, and left-over bits are dropped: real exports hold 1, 3 or 6 characters beyond a
    /// multiple of eight. The result may be empty.
    ///
    /// - throws: ``EntryError`` with code `secret-not-base32` and the place of the first other character. The
    ///   character itself is not in the message: it is part of a secret.
    public static func decode(_ text: Span<UInt8>) throws(EntryError) -> [UInt8] {
        guard text.count <= OTPSecret.maximumByteCount * 2 else {
            throw EntryError(.secretTooLong, "the secret is longer than \(OTPSecret.maximumByteCount) bytes")
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count * 5 / 8)
        var bits: UInt32 = 0
        var bitCount = 0
        for index in text.indices {
            let value = values[Int(text[index])]
            if value >= 0xFE {
                if value == 0xFE { continue }
                throw EntryError(
                    .secretNotBase32,
                    "the secret is not base32: character \(index + 1) is none of A-Z and 2-7"
                )
            }
            bits = (bits << 5) | UInt32(value)
            bitCount += 5
            if bitCount >= 8 {
                bitCount -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
            }
        }
        return bytes
    }

    /// Encodes in upper case without padding.
    public static func encode(_ bytes: [UInt8]) -> String {
        let alphabet: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
        var characters: [UInt8] = []
        characters.reserveCapacity((bytes.count * 8 + 4) / 5)
        alphabet.withUTF8Buffer { alphabet in
            var bits: UInt32 = 0
            var bitCount = 0
            for byte in bytes {
                bits = (bits << 8) | UInt32(byte)
                bitCount += 8
                while bitCount >= 5 {
                    bitCount -= 5
                    characters.append(alphabet[Int((bits >> UInt32(bitCount)) & 31)])
                }
            }
            if bitCount > 0 { characters.append(alphabet[Int((bits << UInt32(5 - bitCount)) & 31)]) }
        }
        return String(decoding: characters, as: UTF8.self)
    }
}
