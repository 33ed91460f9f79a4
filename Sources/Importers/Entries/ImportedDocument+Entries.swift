import Encodings
import TOTPDomain

/// The loop over entries, the same for all formats.
extension ImportedDocument {
    /// Reads a list of a JSON text whose entries have one shape.
    ///
    /// - Parameters:
    ///   - list: the list, whose entries are read here, one at a time.
    ///   - path: the names that lead to the list in the text; empty for the outermost value.
    ///   - complete: adds what the file keeps outside of the entry, such as the names of groups.
    /// - Throws: ``SourceError`` with `limit-exceeded`, or `corrupt` if the text does not contain exactly this list.
    init(
        format: FormatID, list: JSONList, of shape: EntryShape, at path: [String] = [], in text: [UInt8],
        _ limits: ImportLimits, complete: (JSONObject, inout AccountDraft) throws(EntryError) -> Void = { _, _ in }
    ) throws(SourceError) {
        try self.init(
            format: format, list: list, at: path, in: text, limits,
            account: { (entry) throws(EntryError) in ShapedEntry(entry, account: try shape.account(in: entry)) },
            complete: { (account, draft) throws(EntryError) in try complete(account.entry, &draft) })
    }

    /// Reads a list of a JSON text.
    ///
    /// - Parameter account: makes an account of an entry.
    /// - Throws: as above.
    init<Exported: ExportedAccount>(
        format: FormatID, list: JSONList, at path: [String] = [], in text: [UInt8], _ limits: ImportLimits,
        account: (JSONObject) throws(EntryError) -> Exported,
        complete: (Exported, inout AccountDraft) throws(EntryError) -> Void = { _, _ in }
    ) throws(SourceError) {
        let records = try JSONFile.records(at: path, in: text, elements: list.count)
        try limits.check(records: records)
        self.init(format: format, records: records)
        for (index, value) in list.enumerated() {
            let position = EntryPosition(entry: index + 1)
            do throws(EntryError) {
                add(try account(try JSONObject(entry: value)), at: position, complete: complete)
            } catch { reject(at: position, error) }
        }
    }

    /// Reads a list of accounts.
    ///
    /// - Parameters:
    ///   - records: the length of the list, counted without creating accounts.
    ///   - accounts: in the file's order.
    ///   - complete: as above.
    /// - Throws: ``SourceError`` with `limit-exceeded`.
    init<Exported: ExportedAccount>(
        format: FormatID, records: Int, accounts: some Sequence<Exported>, _ limits: ImportLimits,
        complete: (Exported, inout AccountDraft) throws(EntryError) -> Void = { _, _ in }
    ) throws(SourceError) {
        try limits.check(records: records)
        self.init(format: format, records: records)
        for (index, account) in accounts.enumerated() {
            add(account, at: EntryPosition(entry: index + 1), complete: complete)
        }
    }

    /// Adds one record: an account, a rejection that names it, or a skipped record.
    mutating func add<Exported: ExportedAccount>(
        _ account: Exported, at position: EntryPosition,
        complete: (Exported, inout AccountDraft) throws(EntryError) -> Void = { _, _ in }
    ) {
        add(account.codesInNote, at: position, label: account.names)
        if let reason = account.skipReason {
            skipped.add(reason)
            return
        }
        do throws(EntryError) {
            var draft = try account.draft()
            try complete(account, &draft)
            let item = try draft.item(named: account.names)
            entries.append(.item(item))
            if let warning = draft.warning { warn(warning, of: item, at: position) }
        } catch {
            reject(at: position, label: account.names, error)
        }
    }

    mutating func reject(
        at position: EntryPosition, label: (issuer: String, name: String) = ("", ""), _ problem: EntryError
    ) {
        let issuer = label.issuer.trimmingWhitespace, name = label.name.trimmingWhitespace
        let text = issuer.isEmpty && name.isEmpty ? "" : AccountLabel.text(issuer: issuer, name: name)
        entries.append(.rejected(EntryRejection(position: position, label: text, problem: problem)))
    }
}

extension ImportLimits {
    /// - Throws: ``SourceError`` with `limit-exceeded`.
    func check(records count: Int) throws(SourceError) {
        guard count <= entries else {
            throw SourceError(.limitExceeded, "more than \(entries) entries, the limit", "split the file")
        }
    }
}

/// A record of an export that is, or may be, an account.
///
/// A format says what the record means; ``ImportedDocument/add(_:at:complete:)`` does the rest.
protocol ExportedAccount: Sendable {
    /// Issuer and name, as far as they can be read: the names of the account, or of the rejected entry.
    var names: (issuer: String, name: String) { get }

    /// Why the record is skipped: it is neither an account nor damaged; nil for an account.
    var skipReason: SkipReason? { get }

    /// One-time passwords in its note; nil for the records of apps without notes.
    var codesInNote: CodesInNote? { get }

    /// The account.
    func draft() throws(EntryError) -> AccountDraft
}

extension ExportedAccount {
    var skipReason: SkipReason? { nil }

    var codesInNote: CodesInNote? { nil }
}

/// An account, or nil for a record of the wrong type.
extension Optional: ExportedAccount where Wrapped: ExportedAccount {
    var names: (issuer: String, name: String) { self?.names ?? ("", "") }

    var skipReason: SkipReason? { self?.skipReason }

    var codesInNote: CodesInNote? { self?.codesInNote }

    func draft() throws(EntryError) -> AccountDraft {
        guard let self else { throw .notAnObject }
        return try self.draft()
    }
}

/// An account, or why it cannot be read.
extension Result: ExportedAccount where Success: ExportedAccount, Failure == EntryError {
    private var success: Success? { if case .success(let account) = self { account } else { nil } }

    var names: (issuer: String, name: String) { success.names }

    var skipReason: SkipReason? { success.skipReason }

    var codesInNote: CodesInNote? { success.codesInNote }

    func draft() throws(EntryError) -> AccountDraft { try get().draft() }
}

extension ImportedDocument {
    /// Reads the rows of a CSV export.
    ///
    /// - Parameters:
    ///   - columns: in lower case, that the table must have.
    ///   - known: in lower case, the columns that the format reads, and those that say nothing of an account.
    ///   - hasOpenEnd: whether rows may have more cells than the header.
    ///   - account: makes an account of a row.
    /// - Throws: ``SourceError`` with `corrupt` or `limit-exceeded`.
    init<Exported: ExportedAccount>(
        format: FormatID, table: CSVTable, columns: [String], known: some Sequence<String>,
        hasOpenEnd: Bool = false, _ limits: ImportLimits, account: (CSVTable.Row) -> Exported
    ) throws(SourceError) {
        try table.check(columns)
        self.init(format: format, records: 0)
        var table = table
        var unknown = UnknownColumns(table.header, known: known)
        while let row = try table.next() {
            unknown.look(at: row)
            let account = account(row), position = EntryPosition(line: row.line)
            if !hasOpenEnd, row.hasMoreCells(than: table.header) {
                reject(at: position, label: account.names, .moreCellsThanHeader)
            } else {
                add(account, at: position)
            }
            try limits.check(records: table.rowCount)
        }
        records = table.countRecords()
        skipped.add(.header, count: table.headerCount)
        name(unread: unknown.unread)
    }
}
