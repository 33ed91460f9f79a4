/// Eight bytes at a time, for loops that check millions of links per second.
extension Span where Element == UInt8 {
    /// Eight bytes from an index, the first one lowest. Traps if there are fewer, as every access does.
    @inlinable @inline(__always)
    package func word(at index: Int) -> UInt64 {
        UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
    }
}

extension MutableSpan where Element == UInt8 {
    /// Writes eight bytes, the lowest one first. Traps if there is space for fewer.
    @inlinable @inline(__always)
    package mutating func store(_ word: UInt64, at index: Int) {
        var bytes = mutableBytes
        bytes.storeBytes(of: word.littleEndian, toByteOffset: index, as: UInt64.self)
    }
}

/// Arithmetic on eight bytes in a word.
@usableFromInline
package enum ByteWord {
    /// The byte eight times.
    @inlinable @inline(__always)
    package static func of(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

    /// At most eight bytes of ASCII, the first one lowest.
    @inlinable @inline(__always)
    package static func of(_ text: StaticString) -> UInt64 {
        var word: UInt64 = 0
        for index in 0..<text.utf8CodeUnitCount { word |= UInt64(text.utf8Start[index]) << UInt64(8 * index) }
        return word
    }

    /// All bits of the first bytes, 0 to 8.
    @inlinable @inline(__always)
    package static func mask(_ count: Int) -> UInt64 { count == 0 ? 0 : UInt64.max >> UInt64(64 - 8 * count) }

    /// The highest bit of the lowest byte that is zero; higher bits are undefined.
    @inlinable @inline(__always)
    package static func lowestZero(_ word: UInt64) -> UInt64 { (word &- of(1)) & ~word & of(0x80) }

    /// The highest bits of the bytes that are equal to one when some bits are set: exactly up to the lowest of them.
    @inlinable @inline(__always)
    package static func places(of byte: UInt8, in word: UInt64, settingBits bits: UInt8 = 0) -> UInt64 {
        lowestZero((word | of(bits)) ^ of(byte))
    }

    /// Returns the places of bytes below a byte of at most 0x80.
    @inlinable @inline(__always)
    package static func places(below byte: UInt8, in word: UInt64) -> UInt64 { (word &- of(byte)) & ~word & of(0x80) }

    /// Whether all bytes mean themselves in a JSON string: ASCII except controls, the quote and the backslash.
    @inlinable @inline(__always)
    package static func isPlainJSON(_ word: UInt64) -> Bool { plainJSONCount(word) == 8 }

    /// How many of the first bytes mean themselves in a JSON string.
    @inlinable @inline(__always)
    package static func plainJSONCount(_ word: UInt64) -> Int {
        let controls = (word &- of(0x20)) & ~word
        let found =
            controls | lowestZero(word ^ of(UInt8(ascii: "\""))) | lowestZero(word ^ of(UInt8(ascii: "\\")))
            | lowestZero(word ^ of(0x7F)) | word
        return (found & of(0x80)).trailingZeroBitCount / 8
    }

    /// How many of the first bytes are letters, digits, `-`, `.` or `/`, which mean themselves in a link.
    @inlinable @inline(__always)
    package static func plainCount(_ word: UInt64) -> Int {
        let high = of(0x80)
        let ascii = word & ~high
        let lower = ascii | of(0x20)
        let letters = (lower &+ of(0x80 - 0x61)) & ~(lower &+ of(0x80 - 0x7B))
        let digits = (ascii &+ of(0x80 - 0x2D)) & ~(ascii &+ of(0x80 - 0x3A))
        return (~((letters | digits) & ~word) & high).trailingZeroBitCount / 8
    }

    /// Letters `A` to `Z` as `a` to `z`; all bytes are ASCII.
    @inlinable @inline(__always)
    package static func lowercased(_ word: UInt64) -> UInt64 {
        let fromA = word &+ of(0x80 - 0x41)
        let beyondZ = word &+ of(0x80 - 0x5B)
        return word | ((fromA & ~beyondZ & of(0x80)) >> 2)
    }
}
