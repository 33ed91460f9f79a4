/// Limits combining marks in a row, in every text from outside.
///
/// Swift compares, hashes and splits Strings by characters in a canonical form. To reach it, marks in a row are sorted
/// one by one, so that a few hundred kilobytes of marks in the wrong order take minutes each time, wherever the String
/// is compared. UAX #15 (13: Stream-Safe Text Format) has the same problem and the same answer: a limit in a row. No
/// language needs 30; texts that are made to look odd have up to about 45.
///
/// So a text is limited once, where bytes become a String: every reader of JSON, CSV, XML, property lists, databases,
/// archives, e-mail, links and encrypted values calls ``Swift/String/limitingMarks``, and every comparison after it is
/// quick. The alternative, a type for names that is compared by bytes, would have to be used at each of a thousand
/// comparisons, and a forgotten place would not be noticed. `Tests/limits/doors.py` finds a String that is made of
/// bytes and not limited.
///
/// A limited text contains `�`, so it equals no name that a format knows, and an account with such a text is rejected
/// (``Swift/String/hasTooManyMarks``): no name changes silently.
package struct CombiningMarks {
    fileprivate static let limit = Limit.combiningMarks

    /// Marks in a row, up to the end of the last text.
    private var count = 0

    package init() {}

    /// Whether this character has to be sorted among its neighbors: its combining class is not 0, or it decomposes into
    /// two such characters.
    package static func contains(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case ..<0x300: false
        case 0xF73, 0xF75, 0xF81: true
        default: scalar.properties.canonicalCombiningClass != .notReordered
        }
    }

    /// The text with one `�` in place of the marks beyond the limit.
    ///
    /// For pieces of one text, each after the other: marks in a row count on.
    package mutating func limited(_ text: String) -> String {
        let highest = text.utf8.withContiguousStorageIfAvailable { $0.reduce(0, max) }
        guard highest ?? .max >= Self.firstByte else {
            if !text.utf8.isEmpty { count = 0 }
            return text
        }
        let scalars = text.unicodeScalars
        var limited: String.UnicodeScalarView?
        for index in scalars.indices {
            count = Self.contains(scalars[index]) ? count + 1 : 0
            if count <= Self.limit {
                limited?.append(scalars[index])
            } else {
                if limited == nil { limited = String.UnicodeScalarView(scalars[..<index]) }
                if count == Self.limit + 1 { limited?.append("\u{FFFD}") }
            }
        }
        return limited.map { String($0) } ?? text
    }

    /// Whether a text has more marks in a row than the limit.
    ///
    /// - Parameter text: UTF-8.
    package static func areTooMany(in text: Span<UInt8>) -> Bool {
        guard text.count > shortText else { return false }
        var count = 0
        var areTooMany = false
        UTF8Text.forEachScalar(in: text) { scalar in
            count = contains(scalar) ? count + 1 : 0
            areTooMany = areTooMany || count > limit
        }
        return areTooMany
    }

    /// A text of this many bytes cannot have too many marks: each has at least two.
    fileprivate static let shortText = 2 * limit

    /// The first byte of U+0300, the first mark.
    private static let firstByte: UInt8 = 0xCC
}

extension String {
    /// This text with one `�` in place of the combining marks beyond the limit: see ``CombiningMarks``.
    package var limitingMarks: String {
        // Most texts.
        guard utf8.count > CombiningMarks.shortText else { return self }
        var marks = CombiningMarks()
        return marks.limited(self)
    }

    /// Whether it has, or had before it was limited, more combining marks in a row than the limit.
    package var hasTooManyMarks: Bool {
        guard utf8.count > CombiningMarks.shortText else { return false }
        var count = 0
        for scalar in unicodeScalars {
            if CombiningMarks.contains(scalar) {
                count += 1
                if count > CombiningMarks.limit { return true }
            } else {
                if count == CombiningMarks.limit, scalar == "\u{FFFD}" { return true }
                count = 0
            }
        }
        return false
    }
}
