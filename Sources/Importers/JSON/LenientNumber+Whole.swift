import TOTPDomain

extension LenientNumber? {
    /// The number where it is one, nil else: for the numbers of a file as a whole, such as its version and the costs of
    /// its key derivation, where the reader says itself what is wrong.
    var whole: Int64? {
        if case .text(let text) = self { return (try? DecimalNumber.parse(text, "it", .fieldDamaged)) ?? nil }
        if case .number(let number) = self { return number }
        return nil
    }
}
