import Encodings
import TOTPDomain

/// KeePassXC's exports: CSV, and XML that KeePass can also read (`Docs/formats/keepassxc.md`).
package struct KeePassXCFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "keepassxc",
        group: .passwordManager,
        app: "KeePassXC",
        file: "CSV or XML",
        encryption: .never,
        exportSteps:
            .menu(
                "Database › Export › XML File (or CSV File, which loses some); the database itself (.kdbx) needs no export"
            )
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
            known: Self.known, request.limits, account: { KeePassXCRow($0) })
        document.warnings.append(KeePassXCRow.omissions)
        return document
    }

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

/// A row of a CSV export. Passwords without a link are skipped, and so is the recycle bin.
struct KeePassXCRow: ExportedAccount {
    private let row: CSVTable.Row
    private let link: String
    /// The names of all groups, except the outermost group, which is the database.
    private let groups: [String]

    /// Even a row with a link may be wrong: KeePassXC also writes links for entries in KeePass's own form.
    static let omissions = Warning(
        "KeePassXC's CSV leaves out counters and the codes of KeePass's own fields, and renames accounts; "
            + "the database itself (.kdbx) has them all")

    init(_ row: CSVTable.Row) {
        self.row = row
        link = row[KeePassXCColumn.link].trimmingWhitespace
        groups = row[KeePassXCColumn.group].split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(
            String.init)
    }

    var names: (issuer: String, name: String) {
        (row[KeePassXCColumn.title].trimmingWhitespace, row[KeePassXCColumn.username].trimmingWhitespace)
    }

    private var isInTrash: Bool { groups.first == "Recycle Bin" }

    /// Links outside of their column.
    private var others: CustomFields {
        var fields = CustomFields()
        fields.look(inNote: row[KeePassXCColumn.notes], isLost: link.isEmpty)
        if link.isEmpty { fields.look(throughout: row, besides: row[KeePassXCColumn.notes]) }
        return fields
    }

    var codesInNote: CodesInNote? {
        let others = others
        return others.isEmpty || isInTrash ? nil : others.inNote(beside: try? draft())
    }

    var skipReason: SkipReason? {
        if link.isEmpty { return others.problem(besides: []) == nil || isInTrash ? .noOneTimeCode : nil }
        return isInTrash ? .trash : nil
    }

    func draft() throws(EntryError) -> AccountDraft {
        if link.isEmpty, let problem = others.problem(besides: []) { throw problem }
        var draft = try AccountDraft(link: Array(link.utf8))
        draft.addNames(of: names)
        draft.note = row[KeePassXCColumn.notes]
        draft.tags = [groups.last ?? ""]
        return draft
    }
}
