import Encodings

extension DecimalNumber {
    /// Reads a decimal integer in a field of an entry; space around it does not matter.
    ///
    /// - Returns: nil for “absent”: an empty text or `null`.
    /// - Throws: ``EntryError`` with the given code for anything else, and for a number beyond 64 bits.
    package static func parse(
        _ text: String, _ field: StaticString, _ code: RejectionCode
    ) throws(EntryError) -> Int64? {
        do throws(DecimalNumberError) { return try parse(text) } catch {
            throw EntryError(code, "\(field) \(text.trimmingWhitespace.quoted) is not a whole number")
        }
    }
}
