import Encodings
import TOTPDomain

/// A table with a column of one-time passwords: of this program, of a password manager, or made by hand
/// (`Docs/formats/csv.md`).
package struct LoginTableFormat: ColumnsFormat {
    package init() {}

    package let description = FormatDescription(
        id: "csv",
        group: .file,
        app: "spreadsheets, password managers",
        file: "CSV or a Markdown table, of accounts or logins",
        exportSteps: "Export or save as CSV, with a column of one-time passwords such as otpauth or totp."
    )

    /// After all other tables. A table without one-time passwords is also recognized, to say so; but not if there are
    /// links in it, which are then read as a list.
    package func recognizes(_ content: SourceContent) -> Bool { LoginTableFile.recognizes(content) }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        if request.columns != nil, let document = try withoutTable(request) { return document }
        let file = try LoginTableFile(request.content.text, request.choice)
        guard !file.tables.isEmpty else {
            if request.secretEncoding != nil, let document = try withoutTable(request) { return document }
            throw file.refusal
                ?? SourceError(
                    .unrecognised,
                    "the table has no column of one-time passwords",
                    .text("name one otpauth, or say which with --columns", onPage: TableHint.onPage))
        }
        var document = ImportedDocument(format: description.id, records: file.otherLines)
        document.skipped.add(.notAnAccount, count: file.otherLines)
        document.leftovers.add(file.leftovers)
        for table in file.tables {
            var unread = UnreadColumns("column", table.guessed)
            var part = try ImportedDocument(
                format: description.id, logins: table.rows, request.limits
            ) { row in unread.entry(row) }
            try unread.check(request, self)
            part.warnings += table.warnings
            unread.name(in: &part)
            document.add(part)
            try request.limits.check(records: document.records)
        }
        document.name(unread: file.unread, "if the column has secrets, give it the title secret, and import again")
        return document
    }

    /// Members and names in blocks are columns, too.
    private func withoutTable(_ request: ImportRequest) throws(SourceError) -> ImportedDocument? {
        if (try? RecordText.json(of: request.content)) != nil { return try JSONListFormat().read(request) }
        guard ListBlocks.table(of: request.content.text, request.choice) != nil else { return nil }
        return try ListFormat().read(request)
    }
}

extension ImportedDocument {
    /// Adds what was read from another part of the same source.
    fileprivate mutating func add(_ part: ImportedDocument) {
        records += part.records
        entries += part.entries
        skipped.add(part.skipped)
        keepsakes.formUnion(part.keepsakes)
        leftovers.add(part.leftovers)
        namedLinks += part.namedLinks
        warnings += part.warnings.filter { !warnings.contains($0) }
        unread.add(part.unread)
    }
}
