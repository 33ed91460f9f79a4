import Encodings
import TOTPDomain

extension AccountDraft {
    /// Sets the token from the cells of a table. A number that a spreadsheet has changed is not the token's any more.
    mutating func take(
        serial: String, manufacturer: String = "", model: String = "", user: String = ""
    ) throws(EntryError) {
        let isChanged = SpreadsheetNumber.matches(serial)
        if isChanged {
            warning = Warning(
                "a spreadsheet changed its serial number to \(serial.trimmingWhitespace), which is not read",
                "import the list as the vendor sent it")
        }
        token = try TOTPItem.Token(
            serial: isChanged ? nil : serial, manufacturer: manufacturer, model: model, user: user)
    }
}
