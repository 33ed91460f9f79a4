import TOTPDomain

/// KeePassXC's exports: CSV, and XML that KeePass can also read (`Docs/formats/keepassxc.md`).
package struct KeePassXCFormat: ImportFormat {
    package init() {}

    package var description: FormatDescription {
        FormatDescription(
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
    }

    package func recognises(_ content: SourceContent) -> Bool {
        if content.isMarkup { return Self.hasRoot(content) }
        let columns = content.csvColumns
        return columns.isSuperset(of: Self.columns) && columns.contains(KeePassXCColumn.group.rawValue.lowercased())
            && columns.isSubset(of: Self.known)
    }

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

    /// All of them: other tables have some in common, but not only these.
    private static let known = KeePassXCColumn.allCases.map { $0.rawValue.lowercased() }
    private static let columns = [KeePassXCColumn.title, .link].map { $0.rawValue.lowercased() }

    private static func hasRoot(_ content: SourceContent) -> Bool {
        content.text.prefix(4096).firstRange(of: Array("<KeePassFile".utf8)) != nil
    }
}
