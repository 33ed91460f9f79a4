import Encodings
import FormatEngine
import TOTPDomain

/// KeePassXC's exports: CSV, and XML that KeePass can also read (`Docs/formats/keepassxc.md`).
package struct KeePassXCFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "keepassxc",
        group: .passwordManager,
        app: "KeePassXC",
        file: "CSV or XML",
        exportSteps: .menu(
            "Database › Export › XML File (or CSV File, which loses some); the database itself (.kdbx) needs no export")
    )

    package func recognizes(_ content: SourceContent) -> Bool {
        if content.isMarkup { return Self.hasRoot(content) }
        let columns = content.csvColumns
        guard columns.isSuperset(of: Self.columns), columns.contains(KeePassXCColumn.group.folded) else {
            return false
        }
        let others = columns.subtracting(Self.known)
        // One unknown column: a later version may rename a column.
        let isNewer =
            others.count == 1 && columns.count - 1 >= Self.fewestColumns
            && others.allSatisfy { AccountPart(named: $0) == nil && !AccountPart.isFurtherKey(named: $0) }
        return others.isEmpty || isNewer
    }

    /// The seven columns of the first versions, without a renamed column.
    private static let fewestColumns = 6

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        guard request.content.isMarkup else { return try readCSV(request) }
        let content = KDBXContent(xml: request.content.text, protection: .none, headerHash: nil)
        return try KeePassXML.document(of: content, request.limits, as: description.id)
    }

    private func readCSV(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        var document = try ImportedDocument(
            format: description.id, table: try CSVTable(request.content.text), columns: Self.columns,
            known: Self.known, request.limits, account: { KeyedItem(keePassXC: $0) })
        document.warnings.append(Self.omissions)
        return document
    }

    /// Even a row with a link may be wrong: KeePassXC also writes links for entries in KeePass's own form.
    private static let omissions = Warning(
        "KeePassXC's CSV leaves out counters and the codes of KeePass's own fields, and renames accounts; "
            + "the database itself (.kdbx) has them all")

    /// Other tables have some of these columns, but also others.
    private static let known = KeePassXCColumn.allCases.map(\.folded)
    private static let columns = [KeePassXCColumn.title, .link].map(\.folded)

    private static func hasRoot(_ content: SourceContent) -> Bool {
        let head = content.text.prefix(4096)
        return ["<KeePassFile", "<Generator>KeePass"].contains { head.firstRange(of: Array($0.utf8)) != nil }
    }
}

/// The columns of KeePassXC's CSV, in its order.
package enum KeePassXCColumn: String, CaseIterable, Sendable {
    case group = "Group"
    case title = "Title"
    case username = "Username"
    case password = "Password"
    case address = "URL"
    case notes = "Notes"
    case link = "TOTP"
    case icon = "Icon"
    case modified = "Last Modified"
    case created = "Created"
}

extension KeyedItem {
    /// A row of KeePassXC's CSV.
    fileprivate init(keePassXC row: CSVTable.Row) {
        let note = row[KeePassXCColumn.notes], link = row[KeePassXCColumn.link].trimmingWhitespace
        let names = (row[KeePassXCColumn.title].trimmingWhitespace, row[KeePassXCColumn.username].trimmingWhitespace)
        self.init(names: names, key: link.isEmpty ? nil : .text(link), note: note) { _ in
        } throughout: {
            $0.look(throughout: row, besides: note)
        }
        isLink = true
        // The outermost group is the database.
        let groups = row[KeePassXCColumn.group].split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        isInTrash = groups.first == "Recycle Bin"
        tags = [String(groups.last ?? "")]
    }
}
