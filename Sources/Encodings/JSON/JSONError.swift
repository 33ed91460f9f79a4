/// Why a text is not JSON, and where. It contains nothing of the text.
package struct JSONError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Reason: String, Sendable, Hashable {
        case unexpected = "an unexpected character"
        case unfinished = "the text is cut off"
        case trailing = "more text after the value"
        case tooLarge = "the text is too large"
        case tooDeep = "lists and objects are nested too deeply"
        case tooMany = "it has more than the limit of values"
        case control = "a control character in a string"
        case escape = "an invalid escape in a string"
        case encoding = "a string that is not UTF-8"
        case number = "an invalid number"
        case repeatedName = "a name that the object has already"
    }

    package let reason: Reason
    /// In bytes, from 0.
    package let offset: Int
    /// From 1.
    package let line: Int
    /// In bytes, from 1.
    package let column: Int

    /// - Parameter bytes: the whole text.
    init(_ reason: Reason, at offset: Int, in bytes: ArraySlice<UInt8>) {
        self.reason = reason
        self.offset = min(offset, bytes.count)
        let head = bytes.prefix(offset)
        line = 1 + head.count { $0 == ASCII.newline }
        column = head.count - (head.lastIndex(of: ASCII.newline).map { $0 + 1 - head.startIndex } ?? 0) + 1
    }

    /// Such as `an unexpected character at line 3, column 7`.
    package var description: String { "\(reason.rawValue) at line \(line), column \(column)" }
}

/// Limits for a JSON text.
package struct JSONLimits: Sendable, Hashable {
    package var byteCount: Int
    /// The greatest depth of lists and objects.
    package var depth: Int
    /// Whether strings keep all combining marks: for text that was limited before it was written.
    package var keepsMarks: Bool

    package init(byteCount: Int = 1 << 30, depth: Int = Limit.jsonDepth, keepsMarks: Bool = false) {
        (self.byteCount, self.depth, self.keepsMarks) = (byteCount, depth, keepsMarks)
    }
}
