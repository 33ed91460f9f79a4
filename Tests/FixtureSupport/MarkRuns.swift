/// Texts whose characters take long to compare: many combining marks in a row, in the wrong order.
package enum MarkRuns {
    /// Returns a letter with this many marks.
    package static func text(_ count: Int) -> String {
        var scalars = String.UnicodeScalarView("a".unicodeScalars)
        for index in 0..<count { scalars.append(index.isMultiple(of: 2) ? "\u{301}" : "\u{323}") }
        return String(scalars)
    }

    /// Numbers of marks that are too many, each twice the one before.
    package static let tooMany = [200, 400, 800, 1600]

    /// The most marks in a row in a text.
    package static func longest(in text: String) -> Int {
        var longest = 0, count = 0
        for scalar in text.unicodeScalars {
            count = scalar == "\u{301}" || scalar == "\u{323}" ? count + 1 : 0
            longest = max(longest, count)
        }
        return longest
    }
}
