import Encodings
import TOTPDomain

/// The entries of a password manager's export, by the rules that these apps share (`Docs/formats/password-managers.md`).
package struct LoginList {
    private var document: ImportedDocument
    private let limits: ImportLimits
    private var entryCount = 0
    /// Keys beyond the first of an entry: each is a record of its own.
    private var furtherKeys = 0
    private var trashed = 0
    private var unread = UnreadNames()

    package init(_ format: FormatID, _ limits: ImportLimits) {
        document = ImportedDocument(format: format, records: 0)
        self.limits = limits
    }

    /// Adds each key of an entry, in order, or a skipped record for an entry without keys.
    ///
    /// - Throws: ``SourceError`` with `limit-exceeded`.
    package mutating func add(_ entry: LoginEntry, at position: EntryPosition) throws(SourceError) {
        var entry = entry
        entry.addCustomFields()
        entryCount += 1
        unread.add(entry.unread)
        if entry.keys.isEmpty { document.skipped.add(.noOneTimeCode) }
        for key in entry.keys { document.add(LoginKey(key: key, entry: entry), at: position) }
        document.add(entry.codesInNote, at: position, label: entry.names)
        furtherKeys += max(0, entry.keys.count - 1)
        if entry.isTrashed, !entry.keys.isEmpty { trashed += 1 }
        try limits.check(records: entryCount + furtherKeys)
    }

    /// Adds records that contain no entry: empty rows, as spreadsheets have between and below the others, or headers.
    package mutating func add(_ reason: SkipReason, count: Int = 1) { document.skipped.add(reason, count: count) }

    /// What was read, with warnings.
    ///
    /// - Parameters:
    ///   - records: the records of the file, counted independently of the list that was added.
    ///   - advice: what the kind of file leaves out.
    package func finished(records: Int, advice: Warning? = nil) -> ImportedDocument {
        var document = document
        document.records = records + furtherKeys
        document.name(unread: unread)
        if trashed > 0 {
            document.warnings.append(
                "\(trashed) of the entries with a one-time code \(trashed == 1 ? "is" : "are") in the app's trash; imported anyway"
            )
        }
        if document.entries.isEmpty, entryCount > 0 {
            document.warnings.append(
                Warning(
                    entryCount == 1
                        ? "the file has 1 entry, without a one-time code"
                        : "the file has \(entryCount) entries, none of them with a one-time code",
                    on: .noCodes))
        }
        if let advice { document.warnings.append(advice) }
        return document
    }
}

extension ImportedDocument {
    /// Reads a list of entries.
    ///
    /// - Parameters:
    ///   - records: the length of the list, counted independently of it.
    ///   - entry: makes an entry of an item.
    /// - Throws: ``SourceError`` with `limit-exceeded`.
    package init<Item>(
        format: FormatID, records: Int, entries items: some Sequence<Item>, _ limits: ImportLimits,
        entry: (Item) -> LoginEntry
    ) throws(SourceError) {
        try limits.check(records: records)
        var list = LoginList(format, limits)
        for (index, item) in items.enumerated() { try list.add(entry(item), at: EntryPosition(entry: index + 1)) }
        self = list.finished(records: records)
    }

    /// Reads the rows of a CSV export.
    ///
    /// - Parameters:
    ///   - columns: in lower case, that the table must have.
    ///   - known: in lower case, the columns that an app's format reads, and those that say nothing of an account.
    ///   - hasOpenEnd: whether rows may have more cells than the header.
    ///   - fewest: the cells that each row has; nil for those of the header.
    ///   - further: the indices of cells in a row without a column.
    ///   - advice: what the table leaves out, compared with the app's other exports.
    ///   - entry: makes an entry of a row.
    /// - Throws: ``SourceError`` with `corrupt` or `limit-exceeded`.
    package init(
        format: FormatID, logins table: CSVTable, columns: [String] = [], known: [String]? = nil,
        hasOpenEnd: Bool = false, fewest: Int? = nil, further: (CSVTable.Row) -> Range<Int> = { _ in 0..<0 },
        _ limits: ImportLimits, advice: Warning? = nil, entry: (CSVTable.Row) -> LoginEntry
    ) throws(SourceError) {
        try table.check(columns)
        var list = LoginList(format, limits)
        var table = table
        var unread = UnreadCells(table.header, known: known, fewest: hasOpenEnd ? 0 : fewest)
        while let row = try table.next() {
            unread.look(at: row)
            if row.isBlank {
                list.add(.blank)
                continue
            }
            for index in further(row) { unread.look(atFurther: index, of: row) }
            var entry = entry(row)
            // It is skipped only if nothing in it could be a one-time password.
            if known != nil, entry.keys.isEmpty { entry.customFields.look(throughout: row, besides: entry.note) }
            if !hasOpenEnd, row.hasMoreCells(than: table.header) { entry.reject(.moreCellsThanHeader) }
            try list.add(entry, at: EntryPosition(line: row.line))
        }
        list.add(.header, count: table.headerCount)
        self = list.finished(records: table.countRecords(), advice: advice)
        unread.finish(&self)
    }
}

extension ImportFormat {
    /// Reads the items of a JSON text, and names the members that are neither read nor known.
    ///
    /// - Parameters:
    ///   - items: each with what the file keeps outside of it, such as the name of its vault.
    ///   - path: leads to the items in the text, where they are counted.
    ///   - unread: the names, if not those of the text.
    /// - Throws: ``SourceError`` with `limit-exceeded`.
    package func logins<Place>(
        _ items: some Sequence<(item: JSONValue, place: Place)>, at path: [JSONRecordCount.Step], in text: [UInt8],
        _ limits: ImportLimits, knowing members: KnownNames,
        entry: (JSONValue, Place) throws(EntryError) -> LoginEntry
    ) throws(SourceError) -> ImportedDocument {
        let document = try ImportedDocument(
            format: description.id, records: JSONRecordCount.count(path, in: text), entries: items, limits
        ) { item, place in LoginEntry(item) { (item) throws(EntryError) in try entry(item, place) } }
        return naming(unread: members, in: text, document)
    }

    package func logins(
        _ items: some Sequence<JSONValue>, at path: [JSONRecordCount.Step], in text: [UInt8], _ limits: ImportLimits,
        knowing members: KnownNames, entry: (JSONValue) throws(EntryError) -> LoginEntry
    ) throws(SourceError) -> ImportedDocument {
        let items = items.lazy.map { (item: $0, place: ()) }
        return try logins(items, at: path, in: text, limits, knowing: members) { (item, _) throws(EntryError) in
            try entry(item)
        }
    }
}

/// A login in the export of a password manager, into which a one-time code can be put.
package struct StoredLogin: Sendable {
    package var title: String
    /// Those that are filled.
    package var userNames: [String]
    /// The hosts of its addresses, in lower case.
    package var hosts: [String]
    /// Its one-time codes. A code that cannot be read is nil: it must stay, too.
    package var accounts: [Account?]

    package init(title: String, userNames: [String], addresses: [String], accounts: [Account?]) {
        self.title = title
        self.userNames = userNames.filter { !$0.isBlank }
        hosts = addresses.map { SiteAddress.host(ofLoose: $0) }.filter { !$0.isEmpty }
        self.accounts = accounts
    }

    /// - Parameter addresses: all of them: the entry has only the first.
    package init(_ entry: LoginEntry, addresses: [String]) {
        self.init(
            title: entry.title, userNames: [entry.userName], addresses: addresses,
            accounts: entry.keys.map { LoginKey(key: $0, entry: entry).account })
    }
}

extension ExportedAccount {
    /// The account, or nil if it cannot be read.
    package var account: Account? { try? draft().item(named: names) }
}
