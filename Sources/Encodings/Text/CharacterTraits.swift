/// What the bytes of a label or a value have about them, all of them in one word.
package struct CharacterTraits: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package static let percent = CharacterTraits(rawValue: 1)
    package static let plus = CharacterTraits(rawValue: 2)
    package static let colon = CharacterTraits(rawValue: 4)
    /// RFC 3986 has them percent-encoded: blanks, controls, `"<>[\]^{|}` and the back tick, `#`, and all beyond ASCII.
    package static let reserved = CharacterTraits(rawValue: 8)

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The traits of each byte.
    static let table: InlineArray<256, UInt8> = {
        var table = InlineArray<256, UInt8>(repeating: 0)
        for byte in 0...0x20 { table[byte] = reserved.rawValue }
        for byte in 0x7F...0xFF { table[byte] = reserved.rawValue }
        for byte in "\"<>[\\]^{|}`#".utf8 { table[Int(byte)] = reserved.rawValue }
        table[Int(ASCII.percent)] = percent.rawValue
        table[Int(ASCII.plus)] = plus.rawValue
        table[Int(ASCII.colon)] = colon.rawValue
        return table
    }()
}
