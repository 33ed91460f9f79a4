import Encodings
import Links
import TOTPDomain

/// A table of logins or accounts, with the columns that have one-time passwords.
struct LoginTable: Sendable {
    let columns: LoginTableColumns
    /// The columns of one-time passwords, and how their secrets are written.
    let keys: [Int: SecretEncoding]
    /// Before its first row.
    let rows: CSVTable
    /// Whether it has one-time passwords: in a column for them, or as links in another one.
    let isUsable: Bool
    /// The columns that only their cells could make some of one-time passwords, but did not: the first, or those that
    /// all could be.
    private(set) var unprovenColumns: [Int] = []
    /// Whether the user said what its columns are.
    let isChosen: Bool
    /// Whether it has a status, so that a row that failed has no secret.
    private let hasStatus: Bool

    /// Reads all cells if the header alone does not tell.
    ///
    /// - Parameters:
    ///   - encoding: what the user says of the secrets.
    ///   - isDrawn: whether it is drawn with lines, as by a tool that decrypts secrets.
    /// - Throws: ``SourceError`` as ``CSVTable``.
    init(
        _ rows: CSVTable, _ columns: LoginTableColumns, _ encoding: SecretEncoding?, isDrawn: Bool = false
    ) throws(SourceError) {
        self.rows = rows
        self.columns = columns
        hasStatus = isDrawn
        isChosen = false
        var keys = Dictionary(
            columns.keys.map { ($0, encoding ?? columns.encoding(ofKeyAt: $0)) },
            uniquingKeysWith: { first, _ in first })
        let isOfPasswords = !columns.passwords.isEmpty
        // Beside passwords, a secret or a key is the answer to a question, or of another kind.
        let possible = isOfPasswords ? [] : columns[.possibleKey]
        let ambiguous = keys.isEmpty ? columns.ambiguousKeys : []
        let mayHaveLinks =
            keys.isEmpty && (isOfPasswords || !(columns[.issuer] + columns[.account]).isEmpty)
        var hasLink = false
        if columns.hasLogin, mayHaveLinks || !(possible + ambiguous).isEmpty {
            var evidence = possible.map { ($0, SecretEvidence(isStrict: true, encoding: encoding)) }
            evidence += ambiguous.map { ($0, SecretEvidence(isStrict: false)) }
            var rows = rows
            while let row = try rows.next() {
                for index in evidence.indices { evidence[index].1.add(row.cell(evidence[index].0)) }
                hasLink = hasLink || row.cells.contains(where: SecretEvidence.isLink)
            }
            let proven = evidence.filter(\.1.isConvincing)
            // Of two, one is something else.
            let rivals = proven.filter(\.1.isStrict).map(\.0)
            if rivals.count > 1 {
                for (index, cells) in proven where !cells.isStrict { keys[index] = .base32 }
            } else {
                for (index, cells) in proven { keys[index] = cells.encoding ?? .base32 }
            }
            unprovenColumns = rivals.count > 1 ? rivals : possible.filter { keys[$0] == nil }.prefix(1).map { $0 }
        }
        self.keys = keys
        isUsable = columns.hasLogin && (!keys.isEmpty || (mayHaveLinks && hasLink))
    }

    /// A table of which the columns of one-time passwords are known, whatever is in them.
    init(_ rows: CSVTable, _ columns: LoginTableColumns, keys: [Int: SecretEncoding]) {
        self.rows = rows
        self.columns = columns
        self.keys = keys
        isUsable = true
        isChosen = true
        hasStatus = false
    }

    // MARK: - Rows

    func entry(_ row: CSVTable.Row) -> LoginEntry {
        let names = LoginTableNames(row, columns)
        var entry = LoginEntry()
        entry.title = names.issuer
        entry.userName = names.name
        entry.address = names.address
        addKeys(of: row, to: &entry)
        let note = columns.notes.lazy.map { row.cell($0) }.first { !$0.isBlank }
        entry.note = ((note.map { [CSVWriter.restoringFormula($0)] } ?? []) + names.rest).joined(separator: "\n")
        entry.tags = columns.tags.flatMap { TagList.split(CSVWriter.restoringFormula(row.cell($0))) }
        let favorite = columns.favorites.lazy.map { row.cell($0) }.first { !$0.isBlank } ?? ""
        entry.isFavorite = ["1", "true", "yes"].contains(favorite.trimmingWhitespace.lowercased())
        return entry
    }

    /// Adds the one-time passwords of a row: links anywhere, and secrets in their columns. Each secret counts once, and
    /// a link before a secret alone, because it has all parameters.
    private func addKeys(of row: CSVTable.Row, to entry: inout LoginEntry) {
        if hasStatus, columns.statuses.contains(where: { row.cell($0).uppercased().contains("FAIL") }) {
            entry.add(rejection: EntryError(.secretMissing, "the tool that wrote the table failed to read the secret"))
            return
        }
        // In other columns only a link is one; our own table has none there.
        let places = row.cells.indices.filter { index in
            let cell = row.cells[index]
            return keys[index] != nil
                ? !SecretEvidence.isEmpty(cell) : !columns.isOwn && SecretEvidence.isLink(cell)
        }
        // Nothing repeats the only one.
        let mayRepeat = places.count > 1
        let links =
            mayRepeat ? Set(places.filter { SecretEvidence.isLink(row.cells[$0]) }.compactMap { secret(row, $0) }) : []
        var secrets: Set<[UInt8]> = []
        for index in places {
            let cell = row.cells[index]
            let isLink = SecretEvidence.isLink(cell)
            if !isLink, keys[index] == .base32, SecretEvidence.isCode(cell) {
                entry.add(
                    rejection: EntryError(.secretTooShort, "the one-time password is a code, not a secret or a link"))
                continue
            }
            if !isLink, keys[index] == .base32, SecretEvidence.isMixed(cell), cell.contains(" ") {
                entry.add(rejection: TypedSecret.words)
                continue
            }
            if mayRepeat, let secret = secret(row, index) {
                if !isLink, links.contains(secret) { continue }
                guard secrets.insert(secret).inserted else { continue }
            }
            if isLink || (keys[index] == .base32 && cell.utf8.contains(ASCII.colon)) {
                if isLink { entry.warning = LoginTableParameters(row, columns).difference(from: cell) }
                entry.add(key: cell)
            } else {
                do throws(EntryError) { entry.add(try credential(row, index)) } catch { entry.add(rejection: error) }
            }
        }
    }

    private func credential(_ row: CSVTable.Row, _ index: Int) throws(EntryError) -> LoginCredential {
        let parameters = LoginTableParameters(row, columns)
        var credential = LoginCredential()
        credential.secret = .text(row.cells[index])
        credential.encoding = keys[index] ?? .base32
        credential.kind = try columns.isCounterKey(index) ? .hotp : parameters.kind
        credential.algorithm = parameters.text(.algorithm).map { .text($0) }
        credential.digits = parameters.number(.digits)
        credential.period = parameters.number(.period)
        credential.counter = parameters.number(.counter)
        return credential
    }

    /// The secret of a link or of a cell of a column for them; nil if there is none.
    private func secret(_ row: CSVTable.Row, _ index: Int) -> [UInt8]? {
        let text = row.cells[index].trimmingWhitespace
        let bytes = Array(text.utf8)
        if let reading = try? KeyURI.read(bytes.span) { return reading.item.secret.bytes }
        guard let encoding = keys[index], let draft = try? AccountDraft(secret: text, in: encoding) else { return nil }
        return draft.secret
    }
}
