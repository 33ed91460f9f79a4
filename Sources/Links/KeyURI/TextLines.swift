import Encodings
import Platform

/// Splits a text into lines, in which links end.
///
/// A cursor: ``next(in:)`` is called with the same text until it returns nil.
package struct TextLines: Sendable {
    package struct Line: Sendable, Hashable {
        /// Its number, from 0 or from that of the first line, as editors count: LF, CR and CRLF end a line.
        package var number: Int
        /// Without its end.
        package var range: Range<Int>
    }

    /// Where the next line starts.
    package private(set) var position = 0
    private var number: Int

    package init(firstLine: Int = 0) { number = firstLine }

    /// The next line. Also NUL, vertical tab, form feed, NEL, U+2028 and U+2029 end a line.
    package mutating func next(in text: Span<UInt8>) -> Line? {
        guard position < text.count else { return nil }
        let start = position
        let number = number
        var end = start
        while true {
            end = text.possibleLineEnd(from: end)
            guard end < text.count else { break }
            let length = Self.lengthOfEnd(text, at: end)
            if length > 0 {
                position = end + length
                if ASCII.isLineEnd(text[end]) { self.number += 1 }
                return Line(number: number, range: start..<end)
            }
            end += 1
        }
        position = end
        return Line(number: number, range: start..<end)
    }

    /// The length of the line end at an index, 0 for other bytes.
    @inline(__always)
    private static func lengthOfEnd(_ text: Span<UInt8>, at index: Int) -> Int {
        switch text[index] {
        case ASCII.carriageReturn: return index + 1 < text.count && text[index + 1] == ASCII.newline ? 2 : 1
        case 0, ASCII.newline, 0x0B, 0x0C: return 1
        case 0xC2: return text.has("\u{85}", at: index) ? 2 : 0
        case 0xE2: return text.has("\u{2028}", at: index) || text.has("\u{2029}", at: index) ? 3 : 0
        default: return 0
        }
    }
}

extension Range<Int> {
    /// A range of a part of a text, in the whole text: the part starts at an index.
    @inline(__always)
    func moved(by start: Int) -> Range<Int> { (start + lowerBound)..<(start + upperBound) }
}

extension Span<UInt8> {
    /// The range without white space at its ends.
    func trimmingWhitespace(in range: Range<Int>) -> Range<Int> {
        var range = range
        while let last = range.last, ASCII.isWhitespace(self[last]) { range.removeLast() }
        while let first = range.first, ASCII.isWhitespace(self[first]) { range.removeFirst() }
        return range
    }

    /// How many lines end in it as editors count: LF, CR and CRLF end a line.
    var lineEndCount: Int {
        withUnsafeBytes { text in
            guard let start = text.baseAddress else { return 0 }
            let end = start + text.count
            func places(of byte: UInt8, _ isCounted: (UnsafeRawPointer) -> Bool) -> Int {
                var place = start
                var found = 0
                while let next = memchr(place, Int32(byte), end - place) {
                    place = UnsafeRawPointer(next) + 1
                    if isCounted(place) { found += 1 }
                }
                return found
            }
            return places(of: ASCII.newline) { _ in true }
                + places(of: ASCII.carriageReturn) { $0 == end || $0.load(as: UInt8.self) != ASCII.newline }
        }
    }

    /// The index of the next byte that a line end may start with, or the end of the text.
    ///
    /// Tabs, backspaces and the first bytes of some letters are found as well.
    @inline(__always)
    func possibleLineEnd(from start: Int) -> Int {
        index(
            from: start,
            candidates: {
                ByteWord.places(below: 0x0E, in: $0) | ByteWord.places(of: 0xE2, in: $0, settingBits: 0x20)
            },
            where: { $0 < 0x0E || $0 == 0xC2 || $0 == 0xE2 })
    }
}
