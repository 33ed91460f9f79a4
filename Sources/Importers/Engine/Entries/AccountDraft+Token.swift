import Encodings
import TOTPDomain

extension AccountDraft {
    /// Sets the token from what others wrote. A text that cannot be the token's is named in a warning, and not read: the
    /// codes do not depend on it.
    package mutating func take(
        serial: String, manufacturer: String = "", model: String = "", user: String = ""
    ) throws(EntryError) {
        let isChanged = SpreadsheetNumber.matches(serial)
        if isChanged {
            warning = Warning(
                "a spreadsheet changed its serial number to \(serial.trimmingWhitespace), which is not read",
                "import the list as the vendor sent it")
        }
        let serial = fitting(serial, "serial number")
        token = try Account.Token(
            serial: isChanged ? nil : serial, manufacturer: fitting(manufacturer, "manufacturer"),
            model: fitting(model, "model"), user: fitting(user, "user"))
    }

    /// - Returns: nil for a text that is too long.
    private mutating func fitting(_ text: String, _ field: StaticString) -> String? {
        guard text.trimmingWhitespace.utf8.count > Limit.tokenText else { return text }
        warning = Warning(
            "the \(field) of its token is longer than \(Limit.tokenText) bytes, and is not read",
            "shorten it in the file, and import it again")
        return nil
    }
}

extension EntryError {
    /// For formats whose tokens all have a serial number.
    package static let noSerialNumber = EntryError(
        .fieldDamaged, "the token has no serial number", "look it up on the token, and fill it in")
}
