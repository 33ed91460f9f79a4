/// The facts about ASCII that byte parsers need.
@usableFromInline
package enum ASCII {
    @inlinable package static var newline: UInt8 { UInt8(ascii: "\n") }
    @inlinable package static var carriageReturn: UInt8 { UInt8(ascii: "\r") }
    @inlinable package static var space: UInt8 { UInt8(ascii: " ") }
    @inlinable package static var hash: UInt8 { UInt8(ascii: "#") }
    @inlinable package static var percent: UInt8 { UInt8(ascii: "%") }
    @inlinable package static var ampersand: UInt8 { UInt8(ascii: "&") }
    @inlinable package static var plus: UInt8 { UInt8(ascii: "+") }
    @inlinable package static var hyphen: UInt8 { UInt8(ascii: "-") }
    @inlinable package static var slash: UInt8 { UInt8(ascii: "/") }
    @inlinable package static var colon: UInt8 { UInt8(ascii: ":") }
    @inlinable package static var equals: UInt8 { UInt8(ascii: "=") }
    @inlinable package static var question: UInt8 { UInt8(ascii: "?") }
    @inlinable package static var underscore: UInt8 { UInt8(ascii: "_") }

    @inlinable @inline(__always)
    package static func lowercased(_ byte: UInt8) -> UInt8 { byte &- 65 < 26 ? byte | 0x20 : byte }

    @inlinable @inline(__always)
    package static func uppercased(_ byte: UInt8) -> UInt8 { byte &- 97 < 26 ? byte & 0xDF : byte }

    /// Space, tab, line feed, vertical tab, form feed, carriage return.
    @inlinable @inline(__always)
    package static func isWhitespace(_ byte: UInt8) -> Bool { byte == 0x20 || byte &- 9 < 5 }

    /// The value of a hexadecimal digit of either case, nil for another character.
    @inlinable @inline(__always)
    package static func hexValue(_ byte: UInt8) -> UInt8? {
        if byte &- 48 < 10 { return byte &- 48 }
        let letter = lowercased(byte)
        return letter &- 97 < 6 ? letter &- 87 : nil
    }
}

extension Unicode.Scalar {
    /// ASCII white space, the no-break space and the ideographic space: characters that people type around a value.
    package var isSpace: Bool {
        self == "\u{A0}" || self == "\u{3000}" || (isASCII && ASCII.isWhitespace(UInt8(value)))
    }
}

extension String {
    /// Without space (see ``Swift/Unicode/Scalar/isSpace``) on both ends.
    package var trimmingWhitespace: String {
        guard let first = unicodeScalars.first, let last = unicodeScalars.last, first.isSpace || last.isSpace else {
            return self
        }
        let head = unicodeScalars.drop(while: \.isSpace)
        guard let end = head.lastIndex(where: { !$0.isSpace }) else { return "" }
        return String(head[...end])
    }

    /// Whether it is empty or nothing but space.
    package var isBlank: Bool { unicodeScalars.allSatisfy(\.isSpace) }

    /// The UTF-8 without ASCII white space: the digits of a value that is written in groups.
    package var utf8WithoutSpace: [UInt8] { utf8.filter { !ASCII.isWhitespace($0) } }
}

extension BidirectionalCollection<UInt8> {
    /// Without ASCII white space on both ends.
    @inlinable
    package var trimmingWhitespace: SubSequence {
        let head = drop(while: ASCII.isWhitespace)
        guard let end = head.lastIndex(where: { !ASCII.isWhitespace($0) }) else { return head }
        return head[...end]
    }
}

extension Collection<UInt8> {
    /// The first byte that is not ASCII white space.
    @inlinable
    package var firstNonSpace: UInt8? { first { !ASCII.isWhitespace($0) } }
}

/// Flags for special characters in a label or a value, in one byte.
@usableFromInline
package struct CharacterTraits: OptionSet, Sendable, Hashable {
    @usableFromInline package let rawValue: UInt8

    package static let percent = CharacterTraits(rawValue: 1)
    package static let plus = CharacterTraits(rawValue: 2)
    package static let colon = CharacterTraits(rawValue: 4)
    /// To be percent-encoded (RFC 3986): spaces, controls, `"<>[\]^{|}` and the backtick, `#`, and all beyond ASCII.
    package static let reserved = CharacterTraits(rawValue: 8)

    @usableFromInline package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// As every set's, without a call.
    @inlinable @inline(__always)
    package func contains(_ trait: CharacterTraits) -> Bool { rawValue & trait.rawValue != 0 }

    /// The traits of a byte.
    @inline(__always)
    static func of(_ byte: UInt8) -> UInt8 { digits.utf8Start[Int(byte)] & 0xF }

    /// The traits of all 256 bytes, a digit each: a constant, read without a check.
    static let digits: StaticString = """
        8888888888888888888888888888888880880100000200000000000000408080\
        0000000000000000000000000008888080000000000000000000000000088808\
        8888888888888888888888888888888888888888888888888888888888888888\
        8888888888888888888888888888888888888888888888888888888888888888
        """
}
