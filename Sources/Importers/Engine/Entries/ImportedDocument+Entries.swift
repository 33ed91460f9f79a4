import Encodings
import TOTPDomain

/// The loop over entries, the same for all formats.
extension ImportedDocument {
    /// Reads a list of accounts.
    ///
    /// - Parameters:
    ///   - records: the length of the list, counted without creating accounts.
    ///   - accounts: in the file's order.
    /// - Throws: ``SourceError`` with `limit-exceeded`.
    package init(
        format: FormatID, records: Int, accounts: some Sequence<some ExportedAccount>, _ limits: ImportLimits
    ) throws(SourceError) {
        try limits.check(records: records)
        self.init(format: format, records: records)
        for (index, account) in accounts.enumerated() {
            add(account, at: EntryPosition(entry: index + 1))
        }
    }

    /// Adds one record: an account, a rejection that names it, or a skipped record. `complete` adds what the file keeps
    /// outside of the account, such as the names of groups.
    package mutating func add(
        _ account: some ExportedAccount, at position: EntryPosition,
        complete: (inout AccountDraft) throws(EntryError) -> Void = { _ in }
    ) {
        add(account.codesInNote, at: position, label: account.names)
        if let reason = account.skipReason {
            skipped.add(reason)
            return
        }
        do throws(EntryError) {
            var draft = try account.draft()
            try complete(&draft)
            let item = try draft.item(named: account.names)
            entries.append(.item(item))
            if let warning = draft.warning { warn(warning, of: item, at: position) }
        } catch {
            reject(at: position, label: account.names, error)
        }
    }
}

extension ImportFormat {
    /// Reads a list of accounts, and names what is not read.
    ///
    /// - Parameters:
    ///   - records: the length of the list, counted without creating accounts.
    ///   - text: the decrypted text.
    /// - Throws: ``SourceError`` with `limit-exceeded`.
    package func document(
        of accounts: some Sequence<some ExportedAccount>, records: Int, _ limits: ImportLimits,
        unread: UnreadNames = UnreadNames(), in text: [UInt8]? = nil
    ) throws(SourceError) -> ImportedDocument {
        let document = try ImportedDocument(format: description.id, records: records, accounts: accounts, limits)
        return naming(unread: unread, in: text, document)
    }
}

extension ImportLimits {
    /// - Throws: ``SourceError`` with `limit-exceeded`.
    package func check(records count: Int) throws(SourceError) {
        guard count <= entries else {
            throw SourceError(.limitExceeded, "more than \(entries) entries, the limit", "split the file")
        }
    }
}
