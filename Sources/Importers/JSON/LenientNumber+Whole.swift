import Encodings

extension LenientNumber? {
    /// The number if it is one, else nil: for the numbers of a file as a whole, such as its version and the costs of
    /// its key derivation, where the reader itself says what is wrong.
    var whole: Int64? {
        if case .text(let text) = self { return (try? DecimalNumber.parse(text)) ?? nil }
        if case .number(let number) = self { return number }
        return nil
    }
}
