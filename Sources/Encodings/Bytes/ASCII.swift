/// The facts about ASCII that byte parsers need.
@usableFromInline
package enum ASCII {
    @inlinable package static var newline: UInt8 { UInt8(ascii: "\n") }
    @inlinable package static var carriageReturn: UInt8 { UInt8(ascii: "\r") }
    @inlinable package static var escape: UInt8 { 0x1B }
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

    @inlinable @inline(__always)
    package static func isLineEnd(_ byte: UInt8) -> Bool { byte == newline || byte == carriageReturn }

    /// The value of a hexadecimal digit of either case, nil for another character.
    @inlinable @inline(__always)
    package static func hexValue(_ byte: UInt8) -> UInt8? {
        if byte &- 48 < 10 { return byte &- 48 }
        let letter = lowercased(byte)
        return letter &- 97 < 6 ? letter &- 87 : nil
    }
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
