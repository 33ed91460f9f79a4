import Encodings
import FormatEngine
import Links
import TOTPDomain

/// Records of guessed meaning with the same names: the rows of a table, of a JSON list, or of blocks. It knows which
/// columns have one-time passwords.
struct GuessedTable: Sendable {
    let columns: GuessedColumns
    /// The columns of one-time passwords, and how their secrets are written.
    let keys: [Int: SecretEncoding]
    /// Whether it has one-time passwords: in a column for them, or as links in other columns.
    let isUsable: Bool
    /// The columns whose cells had to prove one-time passwords, and did not: the first, or all that compete.
    private(set) var unprovenColumns: [Int] = []
    /// Whether it has a status, so that a row that failed has no secret.
    private let hasStatus: Bool
    /// How the user says that the secrets are written.
    private let encoding: SecretEncoding?

    /// Reads all cells if the names alone do not tell.
    ///
    /// - Parameters:
    ///   - encoding: what the user says of the secrets.
    ///   - isForeign: whether the records have keys of other kinds: then no column has one-time passwords.
    ///   - isDrawn: whether it is drawn with lines, as by a tool that decrypts secrets.
    ///   - needsLogin: whether it must have a column of names, addresses or passwords, as any table may have secrets.
    ///   - rows: calls its argument with each row.
    init<Failure: Error>(
        _ columns: GuessedColumns, _ encoding: SecretEncoding?, isForeign: Bool = false, isDrawn: Bool = false,
        needsLogin: Bool = true, rows: ((CSVTable.Row) -> Void) throws(Failure) -> Void
    ) throws(Failure) {
        self.columns = columns
        self.encoding = encoding
        hasStatus = isDrawn
        var keys: [Int: SecretEncoding] = [:]
        for key in columns.keys where !isForeign { keys[key] = encoding ?? columns.encoding(ofKeyAt: key) ?? .base32 }
        let isOfPasswords = !columns[.password].isEmpty
        // Beside passwords, a secret or a key is the answer to a question, or of another kind.
        let possible = columns[.possibleKey].filter { index in
            !columns.isForeign && (!isOfPasswords || columns.isSecretOfAccount(index))
        }
        let ambiguous = keys.isEmpty ? columns[.ambiguousKey] : []
        let mayHaveLinks =
            keys.isEmpty && (isOfPasswords || !needsLogin || !(columns[.issuer] + columns[.account]).isEmpty)
        let hasLogin = !isForeign && (columns.hasLogin || !needsLogin)
        var hasLink = false
        if hasLogin, mayHaveLinks || !(possible + ambiguous).isEmpty {
            var evidence = possible.map { ($0, SecretEvidence(isStrict: true, encoding: encoding)) }
            evidence += ambiguous.map { ($0, SecretEvidence(isStrict: false)) }
            var rowEncodings = false, areRivals = false
            try rows { row in
                for index in evidence.indices { evidence[index].1.add(row.cell(evidence[index].0)) }
                areRivals = areRivals || possible.count { !TypedSecret.isNothing(row.cell($0)) } > 1
                hasLink = hasLink || row.cells.contains(where: \.isLink)
                rowEncodings =
                    rowEncodings || columns[.encoding].contains { !row.cell($0).isBlank } || Self.isMOTP(row, columns)
            }
            let proven = evidence.filter { index, cells in
                if columns.isSecretOfIssuer(index) { return cells.isOfAccounts || rowEncodings }
                if columns.isSecretOfAccount(index) { return cells.hasCertain || rowEncodings }
                if columns.isSecret(index) { return cells.isMostlyConvincing || rowEncodings }
                return cells.isConvincing
            }
            let certain = proven.map(\.0).filter(columns.isSecretOfAccount)
            // If a record has two, one of them is not a secret.
            let rivals = certain.isEmpty || !areRivals ? proven.filter(\.1.isStrict).map(\.0) : certain
            let compete = areRivals && rivals.count > 1
            for (index, cells) in proven where !cells.isStrict || !compete && rivals.contains(index) {
                keys[index] = cells.encoding ?? .base32
            }
            unprovenColumns = compete ? rivals : Array(possible.filter { keys[$0] == nil }.prefix(1))
        }
        self.keys = keys
        isUsable = hasLogin && (!keys.isEmpty || (mayHaveLinks && hasLink))
    }

    // MARK: - Rows

    /// The accounts of a record.
    func entry(_ row: CSVTable.Row) -> LoginEntry {
        var entry = LoginEntry()
        let link = addKeys(of: row, to: &entry)
        let otherNames = entry.takeNames(of: row, columns, link: link)
        let notes = columns[.note].map { row.cell($0) }.filter { !$0.isBlank && !isReadAsLink($0) }.distinct
        entry.note = (notes.map(CSVWriter.restoringFormula) + otherNames).joined(separator: "\n")
        entry.tags = columns[.tag].flatMap { TagList.split(CSVWriter.restoringFormula(row.cell($0))) }
        let favorite = columns[.favorite].lazy.map { row.cell($0) }.first { !$0.isBlank } ?? ""
        entry.isFavorite = ["1", "true", "yes"].contains(favorite.trimmingWhitespace.lowercased())
        return entry
    }

    /// Adds the one-time passwords of a row: links anywhere, and secrets in their columns. Each secret counts once, and
    /// a link before a secret alone, because it has all parameters.
    ///
    /// - Returns: the names in the only one-time password, if it is a link.
    private func addKeys(of row: CSVTable.Row, to entry: inout LoginEntry) -> (issuer: String, name: String)? {
        if hasStatus, columns[.status].contains(where: { row.cell($0).uppercased().contains("FAIL") }) {
            entry.add(rejection: EntryError(.secretMissing, "the tool that wrote the table failed to read the secret"))
            return nil
        }
        // In other columns, only links are one-time passwords.
        var places = row.cells.indices.filter { index in
            let cell = row.cells[index]
            return keys[index] != nil ? !TypedSecret.isNothing(cell) : isReadAsLink(cell)
        }
        // "otp": "enabled" says nothing beside a secret.
        if places.count > 1 {
            let others = places.filter { !TypedSecret.isPlaceholder(row.cells[$0]) }
            if !others.isEmpty { places = others }
        }
        // The only place cannot be repeated.
        let secretsByPlace = places.map { places.count > 1 ? secret(row, $0) : nil }
        let found = zip(places, secretsByPlace).map { (index: $0, isLink: row.cells[$0].isLink, secret: $1) }
        let links = found.filter { $0.isLink && $0.secret != nil }, ofLinks = Set(links.map(\.secret))
        // A link in a note, or in an unknown column, may be of another account.
        func isOwn(_ index: Int) -> Bool { keys[index] != nil || columns[.address].contains(index) }
        let hasOwnLink = links.contains { isOwn($0.index) }
        var secrets: Set<[UInt8]> = [], different: [Int] = []
        var names: [(issuer: String, name: String)] = []
        // Links come last, so that the columns that they differ from are known.
        func isWeak(_ index: Int) -> Bool { !row.cells[index].isLink && columns[.possibleKey].contains(index) }
        let ordered = links.isEmpty ? found : found.filter { isWeak($0.index) } + found.filter { !isWeak($0.index) }
        for (index, isLink, secret) in ordered {
            let cell = row.cells[index]
            if !isLink, keys[index] == .base32, let problem = Self.problem(of: cell) {
                entry.add(rejection: problem)
                continue
            }
            // The link has all parameters.
            if !isLink, secret != nil, ofLinks.contains(secret) { continue }
            if isWeak(index) {
                if hasOwnLink {
                    if let secret, secret.count >= 10 { different.append(index) }
                    continue
                }
                if let problem = doubt(index, row) {
                    entry.add(rejection: problem)
                    continue
                }
            }
            if let secret, !secrets.insert(secret).inserted { continue }
            // Outside of the columns of secrets, all are links.
            if isLink, let reading = try? KeyURI.read(Array(cell.trimmingWhitespace.utf8).span) {
                let account = reading.account
                let parameters = GuessedParameters(row: row, columns: columns)
                if isOwn(index) || places.count == 1,
                    let difference = parameters.difference(from: account, and: different)
                {
                    entry.warning.add(difference)
                }
                names.append((account.issuer, account.name))
                entry.add(reading)
            } else if isLink || keys[index] == .base32 && cell.utf8.contains(ASCII.colon) {
                entry.add(key: cell)
            } else {
                do throws(EntryError) {
                    let key = try credential(row, index)
                    if key.pin == nil, columns[.password].isEmpty, pin(of: row) != nil {
                        entry.warning.add(Self.unusedPIN)
                    }
                    entry.add(key)
                } catch { entry.add(rejection: error) }
            }
        }
        return entry.keys.count == 1 ? names.first : nil
    }

    /// Whether a cell of any column is the link of an account. Our own table has links in their column only.
    private func isReadAsLink(_ cell: String) -> Bool {
        !columns.isOwn && cell.isLink
    }

    /// Why a text in a column of one-time passwords is something else.
    private static func problem(of cell: String) -> EntryError? {
        if SecretEvidence.isCode(cell) {
            return EntryError(.secretTooShort, "the one-time password is a code, not a secret or a link")
        }
        return SecretEvidence.isMixed(cell) && cell.contains(" ") ? TypedSecret.words : nil
    }

    /// Why a text under a name that other keys have, too, is not taken for a secret.
    private func doubt(_ index: Int, _ row: CSVTable.Row) -> EntryError? {
        let cell = row.cell(index)
        guard encoding == nil, encoded(index, row) == .base32 else { return nil }
        if SecretEvidence.isMixed(cell) {
            return EntryError(
                .secretNotBase32, "the secret is in upper and lower case: these are words, or base64")
        }
        let digits = cell.utf8.count { Base32.values[Int($0)] < 32 }
        guard !columns.isSecretOfAccount(index), digits < 16 else { return nil }
        // Text that is not base32 gets a better reason elsewhere.
        guard (try? OTPSecret.bytes(base32: Array(cell.utf8).span)) != nil else { return nil }
        return EntryError(
            .secretTooShort, "the secret has fewer than 16 characters, as passwords have",
            "if it is a secret, write it as an otpauth link")
    }

    private func credential(_ row: CSVTable.Row, _ index: Int) throws(EntryError) -> LoginCredential {
        let parameters = GuessedParameters(row: row, columns: columns)
        var credential = LoginCredential()
        credential.secret = .text(row.cells[index])
        credential.kind = try parameters.kind(isCounterKey: columns.isCounterKey(index))
        credential.knowsSteamByIssuer = columns[.password].isEmpty && !parameters.hasKind
        credential.encoding = try encoding(of: index, row)
        if credential.kind.fixedParameters == nil {
            credential.algorithm = try parameters.algorithm()
            credential.digits = try parameters.number(.digits).map { .number($0) }
        }
        if credential.kind.choosesPeriod { credential.period = try parameters.number(.period).map { .number($0) } }
        if credential.kind == .hotp { credential.counter = try parameters.number(.counter).map { .number($0) } }
        if credential.kind.hasPIN { credential.pin = pin(of: row) }
        return credential
    }

    private func pin(of row: CSVTable.Row) -> String? {
        columns[.pin].lazy.map { row.cell($0) }.first { !TypedSecret.isNothing($0) }
    }

    private static let unusedPIN = Warning("its PIN is not read: its type has no PIN", "keep it elsewhere")

    /// How a secret is written: as the user, the name of its column, or another column says.
    private func encoding(of index: Int, _ row: CSVTable.Row) throws(EntryError) -> SecretEncoding {
        if let encoding = encoding ?? columns.encoding(ofKeyAt: index) { return encoding }
        guard let text = columns[.encoding].lazy.map({ row.cell($0) }).first(where: { !TypedSecret.isNothing($0) })
        else { return Self.isMOTP(row, columns) ? .hex : .base32 }
        switch AccountPart.folded(text) {
        case "base32": return .base32
        case "hex", "hexadecimal", "base16": return .hex
        case "base64": return .base64
        case "ascii", "text", "utf8", "raw": return .text
        default: throw EntryError(.fieldDamaged, "the encoding is not one of base32, hex, base64, ascii")
        }
    }

    /// Whether a record has a secret of at least 10 bytes.
    func hasSecret(_ row: CSVTable.Row) -> Bool {
        keys.keys.contains { index in
            guard let bytes = secret(row, index) else { return false }
            return bytes.count >= 10 && (encoded(index, row) != .base32 || !SecretEvidence.isMixed(row.cell(index)))
        }
    }

    /// How a secret is written, as far as that is known.
    func encoded(_ index: Int, _ row: CSVTable.Row) -> SecretEncoding {
        (try? encoding(of: index, row)) ?? .base32
    }

    private static func isMOTP(_ row: CSVTable.Row, _ columns: GuessedColumns) -> Bool {
        columns[.kind].contains { OTPKind(field: row.cell($0)) == .motp }
    }

    /// The secret of a link, or of a cell in a column for secrets; nil for other cells.
    private func secret(_ row: CSVTable.Row, _ index: Int) -> [UInt8]? {
        let text = row.cell(index).trimmingWhitespace
        let bytes = Array(text.utf8)
        if let reading = try? KeyURI.read(bytes.span) { return reading.account.secret.bytes }
        return keys[index] == nil ? nil : try? AccountDraft(secret: text, in: encoded(index, row)).secret
    }
}
