import Encodings
import FormatEngine
import TOTPDomain

/// Dashlane's CSV export, alone or in its zip archive (`Docs/formats/dashlane.md`).
package struct DashlaneFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "dashlane",
        group: .passwordManager,
        app: "Dashlane",
        file: "zip or CSV, credentials.csv",
        exportSteps: "Web app or browser extension: Settings › Export data, format CSV (not DASH)"
    )

    private static let file = "credentials.csv"
    /// The names of one column in several versions, and of a link and its secret.
    private static let keys = ["otpurl", "otpsecret", "otp"]
    /// All columns: other tables have some of them, but also others.
    private static let columns =
        keys + ["username", "username2", "username3", "title", "password", "note", "url", "category"]

    /// The number of columns in a table, which has only one of the three `keys`.
    private static let count = columns.count - keys.count + 1

    package func recognizes(_ content: SourceContent) -> Bool {
        if content.kind == .zip {
            return ArchivedExport.has(content, with: { $0.hasSuffix(".csv") }, where: ArchivedExport.isNamed(Self.file))
        }
        if Self.isSecuredExport(content) { return true }
        let columns = content.csvColumns, others = columns.subtracting(Self.columns)
        // One unknown column: a later version may rename a column.
        let isNewer =
            others.count == 1 && columns.count == Self.count && columns.contains("username2")
            && others.allSatisfy { AccountPart(named: $0) == nil && !AccountPart.isFurtherKey(named: $0) }
        let isOwn = others.isEmpty && columns.isSuperset(of: ["username", "password"])
        return columns.contains("title") && (isOwn || isNewer)
            && (columns.contains("otpurl") || columns.contains("otpsecret")
                || columns.isSuperset(of: ["otp", "username2"]))
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        var content = request.content
        if content.kind == .zip {
            content = try ArchivedExport.content(of: request, Self.file)
        }
        guard !Self.isSecuredExport(content) else {
            throw SourceError(.unsupportedVersion, "it is an encrypted DASH file", "export as CSV instead")
        }
        return try ImportedDocument(
            format: description.id, logins: CSVTable(content.text), columns: ["title"], known: Self.columns,
            request.limits
        ) { row in
            var entry = LoginEntry(row, userNames: ["username", "username2", "username3"], note: "note")
            entry.add(oneOf: Self.keys.map { ($0, row[$0]) }, in: "Dashlane")
            entry.tags = [row["category"]]
            return entry
        }
    }

    /// Whether the first line starts an encrypted export, with any number of dashes.
    private static func isSecuredExport(_ content: SourceContent) -> Bool {
        guard content.kind == .text else { return false }
        let head = content.text.prefix(1 << 10).trimmingWhitespace
        let line = head.prefix { $0 != ASCII.newline && $0 != ASCII.carriageReturn }
        guard line.first == ASCII.hyphen else { return false }
        let title = line.split { $0 == ASCII.hyphen }.first?.trimmingWhitespace
        return title?.elementsEqual("Dashlane Secured Export".utf8) == true
    }
}
