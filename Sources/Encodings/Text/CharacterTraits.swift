/// Flags for special characters in a label or a value, in one byte.
@usableFromInline
package struct CharacterTraits: OptionSet, Sendable, Hashable {
    @usableFromInline package let rawValue: UInt8

    package static let percent = CharacterTraits(rawValue: 1)
    package static let plus = CharacterTraits(rawValue: 2)
    package static let colon = CharacterTraits(rawValue: 4)
    /// To be percent-encoded (RFC 3986): spaces, controls, `"<>[\]^{|}` and the backtick, `#`, and all beyond ASCII.
    package static let reserved = CharacterTraits(rawValue: 8)
    /// Encoded or not.
    package static let equals = CharacterTraits(rawValue: 16)

    @usableFromInline package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// As every set's, without a call.
    @inlinable @inline(__always)
    package func contains(_ trait: CharacterTraits) -> Bool { rawValue & trait.rawValue != 0 }

    /// The traits of a byte.
    @inline(__always)
    static func of(_ byte: UInt8) -> UInt8 { letters.utf8Start[Int(byte)] & 0x1F }

    /// The traits of all 256 bytes, the last five bits of a letter each: a constant, read without a check.
    static let letters: StaticString = """
        HHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHH@HH@A@@@@@B@@@@@@@@@@@@@@D@HPH@\
        @@@@@@@@@@@@@@@@@@@@@@@@@@@HHHH@H@@@@@@@@@@@@@@@@@@@@@@@@@@HHH@H\
        HHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHH\
        HHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHH
        """
}
