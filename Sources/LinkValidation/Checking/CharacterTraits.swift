import TOTPDomain

/// What the bytes of a label or a value have about them, all of them in one word.
struct CharacterTraits: OptionSet, Sendable, Hashable {
    let rawValue: UInt8

    static let percent = CharacterTraits(rawValue: 1)
    static let plus = CharacterTraits(rawValue: 2)
    static let colon = CharacterTraits(rawValue: 4)
    /// RFC 3986 has them percent-encoded: blanks, controls, `"<>[\]^{|}` and the back tick, `#`, and all beyond ASCII.
    static let reserved = CharacterTraits(rawValue: 8)
    static let beyondASCII = CharacterTraits(rawValue: 16)

    private static let table: InlineArray<256, UInt8> = {
        var table = InlineArray<256, UInt8>(repeating: 0)
        for byte in 0...0x20 { table[byte] = reserved.rawValue }
        for byte in 0x7F...0xFF { table[byte] = reserved.rawValue }
        for byte in 0x80...0xFF { table[byte] |= beyondASCII.rawValue }
        for byte in "\"<>[\\]^{|}`#".utf8 { table[Int(byte)] = reserved.rawValue }
        table[Int(ASCII.percent)] = percent.rawValue
        table[Int(ASCII.plus)] = plus.rawValue
        table[Int(ASCII.colon)] = colon.rawValue
        return table
    }()

    init(rawValue: UInt8) { self.rawValue = rawValue }

    @inline(__always)
    init(of text: Span<UInt8>, in range: Range<Int>) {
        var traits: UInt8 = 0
        var index = range.lowerBound
        while index + 8 <= range.upperBound {
            var word = text.word(at: index)
            for _ in 0..<8 {
                traits |= Self.table[Int(word & 0xFF)]
                word >>= 8
            }
            index += 8
        }
        while index < range.upperBound {
            traits |= Self.table[Int(text[index])]
            index += 1
        }
        rawValue = traits
    }
}
