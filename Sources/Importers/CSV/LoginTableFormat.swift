import AppFormats
import Encodings
public import TOTPDomain

/// A table of logins with a column of one-time passwords: of this program, of a password manager, or made by hand
/// (`Docs/formats/csv.md`).
public struct LoginTableFormat: ImportFormat {
    public init() {}

    public var description: FormatDescription {
        FormatDescription(
            id: "csv",
            app: "any spreadsheet or password manager",
            file: "CSV, a table of logins",
            encryption: .never,
            exportSteps: "Export or save as CSV, with a column of one-time passwords such as otpauth or totp."
        )
    }

    public func recognises(_ content: SourceContent) -> Bool {
        guard let columns = LoginTableColumns(content.csvHeader), columns.hasLogin else { return false }
        let others: [any ImportFormat] = [BitwardenFormat(), BitwardenAuthenticatorFormat(), KeePassXCFormat()]
        return !others.contains { $0.recognises(content) }
    }

    public func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let text = request.content.text
        let table = try CSVTable(text, delimiter: CSVReader.delimiter(of: text.span))
        guard let columns = LoginTableColumns(table.header) else {
            throw SourceError(
                .corrupt, "the table needs exactly one column of one-time passwords, such as otpauth; name one so")
        }
        return try ImportedDocument(format: description.id, table: table, columns: [], request.limits) {
            LoginTableRow($0, columns)
        }
    }
}

/// A row with a link or a secret is an account; any other is skipped.
private struct LoginTableRow: ExportedAccount {
    private let row: CSVTable.Row
    private let columns: LoginTableColumns

    init(_ row: CSVTable.Row, _ columns: LoginTableColumns) {
        self.row = row
        self.columns = columns
    }

    private var key: String { cell(columns.keys).trimmingWhitespace }

    var names: (issuer: String, name: String) {
        (text(columns.titles).trimmingWhitespace, text(columns.users).trimmingWhitespace)
    }

    var skipReason: SkipReason? {
        ["", "-", "none", "null", "n/a"].contains(key.lowercased()) ? .noOneTimeCode : nil
    }

    func draft() throws(EntryError) -> AccountDraft {
        let key = key
        guard !Self.isCode(key) else {
            throw EntryError(.secretTooShort, "the one-time password is a code, not a secret or a link")
        }
        var draft = try AccountDraft(authenticatorKey: key, of: names)
        draft.note = text(columns.notes)
        draft.tags = columns.tags.flatMap { TagList.split(CSVWriter.restoringFormula(cell([$0]))) }
        draft.isFavorite = ["1", "true", "yes"].contains(cell(columns.favorites).trimmingWhitespace.lowercased())
        return draft
    }

    /// Digits and spaces: the code that somebody's app showed.
    private static func isCode(_ key: String) -> Bool {
        4...9 ~= key.utf8.count && key.unicodeScalars.allSatisfy { $0.isSpace || "0"..."9" ~= $0 }
    }

    private func text(_ indices: [Int]) -> String { CSVWriter.restoringFormula(cell(indices)) }

    /// The first cell that is not empty.
    private func cell(_ indices: [Int]) -> String {
        indices.lazy.filter { row.cells.indices.contains($0) }.map { row.cells[$0] }.first { !$0.isBlank } ?? ""
    }
}
