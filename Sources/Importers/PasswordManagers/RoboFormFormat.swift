import Encodings
import FormatEngine
import TOTPDomain

/// RoboForm's CSV (`Docs/formats/roboform.md`).
package struct RoboFormFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "roboform",
        group: .passwordManager,
        app: "RoboForm",
        file: "CSV",
        exportSteps: .menu("Options › Data & Sync › Export to: CSV file")
    )

    /// The first of any number of columns, in current and in older versions.
    private static let fields = ["rffieldsv2", "rf_fields"]
    private static let columns = ["name", "url", "matchurl", "login", "pwd", "note", "folder"] + fields

    package func recognizes(_ content: SourceContent) -> Bool {
        let columns = content.csvColumns
        return columns.contains("name") && !columns.isDisjoint(with: Self.fields)
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let table = try CSVTable(request.content.text)
        guard let column = Self.fields.first(where: { table.has($0) }) else {
            throw .damaged("it has no column RfFieldsV2")
        }
        return try ImportedDocument(
            format: description.id, logins: table, known: Self.columns,
            hasOpenEnd: true, request.limits
        ) { row in
            var entry = LoginEntry(row, title: "name", userNames: ["login"], note: "note")
            entry.userName = Self.userName(entry.userName.trimmingWhitespace)
            for cell in row.cells.dropFirst(row.index(of: column) ?? row.cells.count) {
                let field = Self.field(cell)
                let isKey = ["TOTP KEY$", "TOTP KEY"].contains(field.label.uppercased())
                entry.add(field.value, named: field.label, isKey: isKey)
            }
            entry.tags = [String(row["folder"].trimmingWhitespace.drop { $0 == "/" })]
            return entry
        }
    }

    /// A field `LABEL,,,TYPE,VALUE`, or `LABEL:TYPE:VALUE` of older versions; "" for what it lacks.
    private static func field(_ cell: String) -> (label: String, value: String) {
        let label = cell.prefix { $0 != "," && $0 != ":" }, name = String(label).trimmingWhitespace
        guard let separator = cell.dropFirst(label.count).first else { return (name, "") }
        let count = separator == "," ? 4 : 2
        let parts = cell.split(separator: separator, maxSplits: count, omittingEmptySubsequences: false)
        return (name, parts.count > count ? String(parts[count]) : "")
    }

    /// The user name without the apostrophe that keeps a spreadsheet from reading it as a formula.
    private static func userName(_ login: String) -> String {
        login.hasPrefix("'@") || login.hasPrefix("''") ? String(login.dropFirst()) : login
    }
}
