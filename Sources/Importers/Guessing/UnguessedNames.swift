import Encodings
import TOTPDomain

/// The names of a guessed file that are not read: a warning names all of them. If one has a part of an account in every
/// record, the codes could be wrong, and the file is refused.
struct UnguessedNames: Sendable {
    /// What has names in the file: `column`, `member`, `name`.
    let noun: String
    let columns: GuessedColumns
    private let keys: [Int]
    private var unread: [Unread]
    private var others: [String] = []
    private var rows = 0
    /// Whether a secret is not in a link, which has all parameters.
    private var hasSecret = false

    struct Unread: Sendable {
        let index: Int
        var isFilled = false
        /// The accounts in whose records it has a value.
        var entries = 0
        /// Whether a value looks like a secret.
        var hasSecret = false
        /// Whether a link in it was read.
        var hasLink = false
        /// Its first value.
        var sample = ""
        /// What all its values may be; nil if they are something else.
        var role: TableColumns.Role?
        /// Whether it may have a part of an account, as far as it was looked at.
        var isPossible = true
        /// The last number, while they count the records.
        var last: Int64?
        var isCount = true
    }

    init(_ noun: String, _ table: GuessedTable) {
        self.noun = noun
        columns = table.columns
        keys = table.keys.keys.sorted()
        let columns = table.columns
        unread = columns.unread(keys: table.keys.keys).filter { !columns.isHarmless($0) }.map { Unread(index: $0) }
    }

    /// Notes a name that has no column: of a list or an object.
    mutating func add(_ name: String) {
        let name = name.printable(limit: 60)
        if !others.contains(name) { others.append(name) }
    }

    /// - Parameter isAccount: whether something of the record is read. Of others, only secrets are named.
    mutating func look(at row: CSVTable.Row, isAccount: Bool) {
        guard isAccount else { return lookForSecrets(in: row) }
        rows += 1
        if !hasSecret { hasSecret = keys.contains { !SecretEvidence.isEmpty(row.cell($0)) && !isLink(row.cell($0)) } }
        for position in unread.indices {
            let index = unread[position].index, cell = row.cell(index)
            guard !SecretEvidence.isEmpty(cell) else {
                unread[position].isPossible = false
                continue
            }
            // Links are read in any column, and the same secret again says nothing.
            if SecretEvidence.isLink(cell) || unread[position].hasLink && SecretEvidence.isOtherLink(cell) {
                (unread[position].hasLink, unread[position].isPossible) = (true, false)
                continue
            }
            guard unread[position].isPossible || !unread[position].isFilled else {
                unread[position].entries += 1
                continue
            }
            if repeatsKey(cell, row) {
                unread[position].isPossible = false
                continue
            }
            if unread[position].sample.isEmpty { unread[position].sample = cell }
            unread[position].isFilled = true
            unread[position].entries += 1
            if !unread[position].hasSecret { unread[position].hasSecret = SecretEvidence.looksLikeSecret(cell) }
            guard unread[position].isPossible else { continue }
            let role = Self.role(of: cell)
            unread[position].isPossible = role != nil && (rows == 1 || role == unread[position].role)
            unread[position].role = role
            let number = Int64(cell.trimmingWhitespace)
            if let last = unread[position].last, number != last + 1 { unread[position].isCount = false }
            unread[position].last = number
            if number == nil { unread[position].isCount = false }
        }
    }

    private mutating func lookForSecrets(in row: CSVTable.Row) {
        for position in unread.indices where !unread[position].hasSecret {
            if Self.isSecretLike(row.cell(unread[position].index)) {
                (unread[position].isFilled, unread[position].hasSecret) = (true, true)
            }
        }
    }

    private func isLink(_ cell: String) -> Bool { SecretEvidence.isLink(cell) || cell.utf8.contains(ASCII.colon) }

    private func repeatsKey(_ cell: String, _ row: CSVTable.Row) -> Bool {
        func digits(_ text: String) -> [UInt8] {
            text.utf8.filter { !ASCII.isWhitespace($0) && $0 != ASCII.hyphen }.map(ASCII.lowercased)
        }
        guard SecretEvidence.looksLikeSecret(cell) else { return false }
        let own = digits(cell)
        return keys.contains { digits(row.cell($0)) == own }
    }

    /// The part of an account that a text may be; nil for any other text.
    static func role(of text: String) -> TableColumns.Role? {
        let text = text.trimmingWhitespace
        switch GuessedNumber.plain(text) {
        case "6", "7", "8", "10": return .digits
        case "30", "60": return .period
        default: break
        }
        if ["totp", "hotp", "steam", "motp"].contains(text.lowercased()) { return .type }
        if !text.isEmpty, (try? OTPAlgorithm(named: text)) != nil { return .algorithm }
        if ["steam://", "motp:"].contains(where: text.lowercased().hasPrefix) { return .otpauth }
        return isSecretLike(text) ? .secret : nil
    }

    /// 16 characters of base32 or hexadecimal and more, in one case and with a digit, but not a UUID.
    private static func isSecretLike(_ text: String) -> Bool {
        let isUUID = text.utf8.count == 36 && text.utf8.count { $0 == ASCII.hyphen } == 4
        guard !isUUID, !SecretEvidence.isMixed(text), text.utf8.contains(where: { $0 &- 48 < 10 }) else { return false }
        let digits = text.utf8.filter { !ASCII.isWhitespace($0) && $0 != ASCII.hyphen }
        let isHex = digits.allSatisfy { ASCII.hexValue($0) != nil } && digits.contains { ASCII.lowercased($0) > 96 }
        return digits.count >= 16 && (isHex || SecretEvidence.looksLikeSecret(text))
    }

    // MARK: - What people read

    private static let mostNames = 8
    private static let onPage = "compare the codes of its accounts with the old app"

    /// Names what is not read in a document: one warning for all names.
    func name(in document: inout ImportedDocument) {
        for column in named { document.unread.add(shown(column.index, inQuotes: false), entries: column.entries) }
        for name in others { document.unread.add(name, entries: 0) }
        document.warnings += warnings
    }

    /// Backup codes say nothing of an account, and a column without a name counts rows.
    var named: [Unread] {
        unread.filter { column in
            column.hasSecret
                || column.isFilled
                    && (AccountPart(named: columns.header[column.index]) != nil || !columns.isOther(column.index))
        }
    }

    private var warnings: [Warning] { unreadWarnings + linkWarnings }

    /// Beside passwords or secrets, the app that wrote the table calls the column of the links otherwise than any that is
    /// known, and may have renamed others.
    private var linkWarnings: [Warning] {
        guard hasSecret || !columns.passwords.isEmpty else { return [] }
        return unread.filter { $0.hasLink && !columns.isOther($0.index) }.map { column in
            Warning(
                "the \(noun) \(shown(column.index)) is not known, and the links in it are read",
                "compare the accounts with the old app")
        }
    }

    private var unreadWarnings: [Warning] {
        let names = named.map { shown($0.index) } + others.map { "\"\($0)\"" }
        guard !names.isEmpty else { return [] }
        let list = names.prefix(Self.mostNames).joined(separator: ", ") + (names.count > Self.mostNames ? ", …" : "")
        return [
            names.count == 1
                ? Warning(
                    "the \(noun) \(list) is not read",
                    .text(
                        "if it says something of the accounts, name it with --columns, or else with --columns -=NAME",
                        onPage: Self.onPage))
                : Warning(
                    "the \(noun)s \(list) are not read",
                    .text(
                        "if they say something of the accounts, name them with --columns, or else with --columns -=NAME",
                        onPage: Self.onPage))
        ]
    }

    /// The name of a column, or its number if it has none.
    func shown(_ index: Int, inQuotes: Bool = true) -> String {
        guard let name = columns.header[index].shownUnlessSecret else { return "\(index + 1)" }
        return inQuotes ? "\"\(name)\"" : name
    }

    /// The columns that keep the file from being read, and what they may be.
    private var suspects: [(index: Int, role: TableColumns.Role)] {
        guard rows > 1 else { return [] }
        return unread.compactMap { column in
            guard column.isPossible, let role = column.role, !(role == .digits && column.isCount),
                !columns.isOther(column.index)
            else { return nil }
            let isKey = role == .secret || role == .otpauth
            if isKey ? columns.chosen[.secret] ?? columns.chosen[.otpauth] != nil : !hasSecret { return nil }
            return (column.index, role)
        }
    }

    /// - Throws: ``SourceError`` with `unrecognised` if the codes could be wrong; it says how the file is read.
    func check(_ request: ImportRequest, _ format: some ImportFormat) throws(SourceError) {
        let refusal = refusal(request.columns) { choice in
            var request = request
            request.columns = choice
            return (try? format.read(request))?.entries.isEmpty == false
        }
        if let refusal { throw refusal }
    }

    /// Why the file is not read; nil if it is.
    ///
    /// - Parameters:
    ///   - choice: what the user says.
    ///   - isRead: whether the file is read with another choice.
    private func refusal(_ choice: TableColumns?, isRead: (TableColumns) -> Bool) -> SourceError? {
        let suspects = suspects
        guard !suspects.isEmpty else { return nil }
        let references = references
        func option(_ roles: [Int: TableColumns.Role]) -> TableColumns {
            var option = choice ?? TableColumns()
            for (index, _) in suspects { option.add(roles[index], references[index]) }
            return option
        }
        // Each role once; a second secret is not one of the account.
        let roles = suspects.reduce(into: [Int: TableColumns.Role]()) { roles, suspect in
            let isFree = choice?.has(suspect.role) != true && !roles.values.contains(suspect.role)
            if isFree, suspect.role != .secret, suspect.role != .otpauth { roles[suspect.index] = suspect.role }
        }
        let possible = [roles, [:]].filter { isRead(option($0)) }
        let options = possible.map { option($0).option }
        let list = suspects.map { shown($0.index) }.joined(separator: " and ")
        let commands = options.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
            .map { "totp-import import FILE \($0)" }
        let advice = commands.isEmpty ? "name the columns with --columns" : "use \(commands.joined(separator: ", or "))"
        let question = question(suspects.map(\.index), roles: possible.first ?? roles, references, known: choice)
        return SourceError(
            .unrecognised,
            "the \(noun)\(suspects.count == 1 ? "" : "s") \(list) may say how the codes are made, and "
                + "\(suspects.count == 1 ? "is" : "are") not known",
            .text(
                advice,
                onPage: question == nil
                    ? "give the \(noun)s titles that say what they have, such as digits or period, or remove them"
                    : "say what each \(noun) has"), question: question)
    }
}
