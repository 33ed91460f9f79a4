import Encodings
import Links
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

    /// Adds one record: an account, a rejection that names it, or a skipped record.
    ///
    /// - Parameter complete: adds what the file keeps outside of the account, such as the names of groups.
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

extension ImportedDocument {
    /// Skips a line that is not an account, and notes what it may hold of one.
    ///
    /// - Parameter line: its number, from 1.
    package mutating func skip(_ reason: SkipReason, _ kind: Leftover.Kind?, line: Int) {
        skipped.add(reason)
        if reason != .blank { leftovers.add(kind ?? (reason == .comment ? .comment : .text), line: line) }
    }

    /// Notes what the comments of settings or of a dump may hold of an account: their readers pass over them.
    package mutating func lookAtComments(of content: SourceContent) {
        // JSON has none; a section, such as `[mail]`, only starts like it.
        guard content.kind == .text, !content.isMarkup, content.jsonOutline?.members.isEmpty ?? true else { return }
        let text = content.text.span
        let isSQL = text.firstIndex(of: Array("INSERT INTO".utf8)) != nil
        var lines = TextLines()
        while let line = lines.next(in: text) {
            let bytes = text.extracting(line.range)
            guard let start = isSQL && Self.isNoSQL(bytes) ? 0 : Self.comment(in: bytes),
                let kind = Leftover.Kind(in: (line.range.lowerBound + start)..<line.range.upperBound, of: text)
            else { continue }
            leftovers.add(kind, line: line.number + 1)
        }
    }

    /// Whether a line of a dump is not a part of a statement, nor of a row with tabs: all of them have one of these.
    private static func isNoSQL(_ line: Span<UInt8>) -> Bool {
        let first = line.indices.first { !ASCII.isWhitespace(line[$0]) }
        return first.map { line[$0] == UInt8(ascii: "{") } == true
            || !line.indices.contains { "`();\t".utf8.contains(line[$0]) }
    }

    /// Where a comment starts: at the start of a line, or after white space outside of quotation marks.
    private static func comment(in line: Span<UInt8>) -> Int? {
        var quotes = 0, isStart = true
        for index in line.indices {
            let byte = line[index]
            let isTwice = index + 1 < line.count && byte == line[index + 1]
            if isStart, byte == UInt8(ascii: ";") || isTwice && "-/".utf8.contains(byte) { return index }
            if byte == ASCII.hash, index == 0 || ASCII.isWhitespace(line[index - 1]), quotes.isMultiple(of: 2) {
                return index
            }
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { quotes += 1 }
            isStart = isStart && ASCII.isWhitespace(byte)
        }
        return nil
    }
}
