import Encodings
import FormatEngine
import Links
import Platform
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
enum KeePassXCColumn: String, CaseIterable, Sendable {
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

/// KeePassXC's CSV export, which its import wizard reads (`Docs/formats/keepassxc.md`).
///
/// Cells that a spreadsheet would take for formulas stay as they are: KeePassXC would show the apostrophe that prevents
/// it. The format `csv` is for spreadsheets.
package struct KeePassXCExport: ExportFormat {
    package init() {}

    package let description = ExportDescription(
        of: KeePassXCFormat(),
        file: "CSV", fileExtension: "csv",
        protection: .none,
        capabilities: KeePassXCEntry.capabilities(details: [.note]).adding([.lineBreaks("KeePassXC")]),
        importSteps: .menu("Database › Import › CSV File; it creates a new database.")
    )

    package func write(_ request: ExportRequest) -> Export {
        var selection = ExportSelection(request, for: description, storing: PlainText.storable)
        let links = selection.keePassXCLinks()
        selection.recordLineBreaks()
        selection.recordBlankNotes()
        return selection.export("keepassxc.csv", selection.table(links, style: .quoted, Self.cell))
    }

    private static func cell(_ column: KeePassXCColumn, of account: Account, _ link: String) -> String {
        switch column {
        case .group: KeePassDocument.root
        case .title: account.title
        case .username: account.name
        case .notes: account.note ?? ""
        case .link: link
        case .icon: "0"
        case .modified: account.updatedAt.formatted(.iso8601)
        case .created: account.createdAt.formatted(.iso8601)
        case .password, .address: ""
        }
    }
}

/// KeePass 2 XML, which `keepassxc-cli` and KeePass import (`Docs/formats/keepassxc.md`).
package struct KeePassXCXMLExport: ExportFormat {
    package init() {}

    package var description: ExportDescription {
        var capabilities = KeePassXCEntry.capabilities(details: [.note, .tags])
        capabilities.kinds[.hotp] = KeePassRecord.counterBased
        capabilities.cautions += KeePassRecord.cautions
        return ExportDescription(
            id: "keepassxc-xml",
            group: .passwordManager,
            app: "KeePassXC",
            file: "KeePass 2 XML", fileExtension: "xml",
            protection: .none,
            capabilities: capabilities,
            importSteps: .command(
                "keepassxc-cli import --set-password ", thenFile: " NEW.kdbx; then open NEW.kdbx in KeePassXC.")
        )
    }

    package func write(_ request: ExportRequest) throws(ExportError) -> Export {
        var selection = ExportSelection(request, for: description, storing: PlainText.storable)
        let document = try selection.keePassDocument(request)
        selection.lose(
            .unverified, "KeePassXC never shows the codes of a counter-based account", "keep it in another app as well"
        ) { $0.parameters.kind == .hotp }
        return selection.export("keepassxc.xml", document)
    }
}

/// An account as KeePassXC stores it.
enum KeePassXCEntry {
    /// Checked with KeePassXC 2.7.4: it takes periods above 60 seconds for 60, and codes of 10 digits overflow its
    /// 32-bit numbers.
    static func capabilities(details: Set<ExportCapabilities.Detail>) -> ExportCapabilities {
        ExportCapabilities(
            kinds: [.totp: .init(digits: KeePassRecord.digits, longestPeriod: 60), .steam: .init(longestPeriod: 60)],
            details: details,
            cautions: [.init("For an encrypted database that KeePassXC opens without an import, use --to keepass.")])
    }

    /// A Steam account is written as an ordinary account with another alphabet. KeePassXC takes names from the entry.
    fileprivate static func link(_ account: Account) throws(EntryError) -> String {
        guard account.parameters.kind == .steam else {
            return account.hasSteamLink ? account.namelessLink : KeyURI.write(account)
        }
        var plain = account
        plain.parameters = try OTPParameters(
            kind: .totp, digits: 5, period: account.parameters.period.map { Int64($0) })
        return "\(KeyURI.write(plain))&encoder=steam"
    }
}

extension ExportSelection {
    mutating func keePassXCLinks() -> [String] {
        links(
            // A counter-based account has no link. The link of an account named Steam has no names, because they would
            // make the title of its entry differ from its issuer.
            names: { ($0.parameters.kind == .hotp || $0.hasSteamLink ? $0.title : $0.issuer, $0.name) },
            writing: { (storable) throws(EntryError) in try KeePassXCEntry.link(storable.account) })
    }
}
