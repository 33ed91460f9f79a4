import Encodings

/// Numbers as exports write them (`formats/README.md`, rule 7).
public enum DecimalNumber {
    /// Reads a decimal integer; blanks around it do not matter.
    ///
    /// - returns: nil for “absent”: an empty text or `null`.
    /// - throws: ``EntryError`` with the given code for anything else, out of range of 64 bits included.
    public static func parse(
        _ text: String, _ field: StaticString, _ code: RejectionCode
    ) throws(EntryError) -> Int64? {
        let text = text.trimmingWhitespace
        if text.isEmpty || text == "null" { return nil }
        guard let number = Int64(text), !text.utf8.starts(with: [ASCII.plus]) else {
            throw EntryError(code, "\(field) \(text.quoted) is not a whole number")
        }
        return number
    }
}
