import Encodings

extension TOTPItem {
    /// Refuses an account one of whose texts was limited when it was read: it would be imported with another name.
    ///
    /// - Parameter advice: how to change it.
    /// - Throws: ``EntryError`` with `field-damaged`.
    package func checkMarks(
        advice: StaticString = "change it in the app and export again"
    ) throws(EntryError) {
        let texts: [(field: StaticString, text: String?)] = [
            ("issuer", issuer), ("name", name), ("note", note), ("PIN", pin?.text),
        ]
        let field = texts.first { $0.text?.hasTooManyMarks == true }?.field
        guard field != nil || tags.contains(where: \.hasTooManyMarks) else { return }
        throw EntryError(
            .fieldDamaged,
            "its \(field ?? "tag") has more than \(Limit.combiningMarks.value) combining marks in a row, which no "
                + "language has", "\(advice)")
    }
}
