import Encodings
import Links
import TOTPDomain

/// The CSV of the Android app, whose header has six columns and whose rows have nine fields that are never quoted.
///
/// A comma in an account's name shifts the fields after it; the link is then found by its scheme.
enum BitwardenAuthenticatorCSV {
    static func account(_ row: CSVTable.Row) -> BitwardenRow {
        let (key, name) = keyAndName(row)
        return BitwardenRow(row, key: key, name: name)
    }

    /// The authenticator key and the name of a row, joined again if a comma in the name split it.
    private static func keyAndName(_ row: CSVTable.Row) -> (key: String, name: String) {
        let key = row[BitwardenColumn.key].trimmingWhitespace
        let name = row[BitwardenColumn.name].trimmingWhitespace
        guard !isLink(key), let link = row.cells.firstIndex(where: isLink) else { return (key, name) }
        let keyColumn = row.index(of: BitwardenColumn.key.rawValue) ?? 0
        let nameColumn = row.index(of: BitwardenColumn.name.rawValue) ?? 0
        let surplus = link - keyColumn
        guard surplus > 0, nameColumn < keyColumn else { return (row.cells[link], name) }
        return (
            row.cells[link], row.cells[nameColumn...(nameColumn + surplus)].joined(separator: ",").trimmingWhitespace
        )
    }

    private static func isLink(_ cell: String) -> Bool {
        let bytes = Array(cell.trimmingWhitespace.utf8)
        guard let (scheme, start) = KeyURIScheme.find(in: bytes.span) else { return false }
        return start == 0 && (scheme.readAs == .otpauth || scheme == .steam)
    }
}
