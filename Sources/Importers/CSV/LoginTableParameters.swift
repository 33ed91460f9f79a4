import Encodings
import Links
import TOTPDomain

/// What the columns of a row say of the codes.
struct LoginTableParameters: Sendable {
    private let row: CSVTable.Row
    private let columns: LoginTableColumns

    init(_ row: CSVTable.Row, _ columns: LoginTableColumns) {
        self.row = row
        self.columns = columns
    }

    /// The cell of a part's first column; nil if it is empty.
    func text(_ part: AccountPart) -> String? {
        guard let index = columns[part].first, !SecretEvidence.isEmpty(row.cell(index)) else { return nil }
        return row.cell(index).trimmingWhitespace
    }

    /// A number; spreadsheets write `6.0` or `6,0` for 6.
    func number(_ part: AccountPart) -> LenientNumber? {
        guard let text = text(part) else { return nil }
        guard let mark = text.utf8.firstIndex(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }),
            text.utf8[mark...].dropFirst().allSatisfy({ $0 == UInt8(ascii: "0") })
        else { return .text(text) }
        return .text(String(text[..<mark]))
    }

    /// - Throws: ``EntryError`` with `type-unknown`.
    var kind: OTPKind {
        get throws(EntryError) {
            guard let text = text(.kind) else {
                // Without a type, only a counter that moved tells that the codes depend on it.
                guard let counter = number(.counter).whole, counter > 0, text(.period) == nil else { return .totp }
                throw EntryError(
                    .typeUnknown, "the row has a counter but no type", "add a column type with hotp or totp")
            }
            if let kind = OTPKind(field: text) { return kind }
            // Password managers write the type of an entry, such as login.
            guard columns.passwords.isEmpty, columns.addresses.isEmpty else { return .totp }
            throw EntryError(.typeUnknown, "the type \(text.quoted) is not totp, hotp or steam")
        }
    }

    private static let parts: [AccountPart] = [.kind, .algorithm, .digits, .period, .counter]

    /// A warning if a cell says something else than the link of its row.
    func difference(from link: String) -> Warning? {
        let bytes = Array(link.utf8)
        guard Self.parts.contains(where: { !columns[$0].isEmpty }), let item = try? KeyURI.read(bytes.span).item
        else { return nil }
        let parameters = item.parameters
        func differs(_ part: AccountPart, _ value: Int64?) -> Bool {
            guard let value, let number = number(part).whole else { return false }
            return number != value
        }
        let algorithm = text(.algorithm).flatMap { try? OTPAlgorithm(named: $0) }
        let kind = text(.kind).flatMap { OTPKind(field: $0) }
        let different: AccountPart? =
            if let kind, kind != parameters.kind {
                .kind
            } else if let algorithm, algorithm != parameters.algorithm {
                .algorithm
            } else if differs(.digits, Int64(parameters.digits)) {
                .digits
            } else if differs(.period, parameters.period.map { Int64($0) }) {
                .period
            } else if differs(.counter, parameters.counter) {
                .counter
            } else {
                nil
            }
        guard let different, let index = columns[different].first else { return nil }
        let name = columns.header[index].trimmingWhitespace.printable(limit: 60)
        return Warning(
            "the column \"\(name)\" differs from the link, which was used",
            "compare its codes with those of the old app")
    }
}
