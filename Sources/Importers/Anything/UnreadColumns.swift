import Encodings
import FormatEngine
import Links
import TOTPDomain

/// The names of a guessed file that are not read: a warning names all of them. If a name has a part of an account in
/// every record, the codes could be wrong, and the file is refused.
struct UnreadColumns: Sendable {
    /// The word for a name in the file: `column`, `member`, `name`.
    let noun: String
    private let table: GuessedTable
    var columns: GuessedColumns { table.columns }
    private(set) var unread: [Unread]
    /// Lists and objects, which have no column.
    private var others = UnreadNames()
    /// Columns that are not read as secrets and have something worth keeping, such as passwords.
    private let keepsakeColumns: [(index: Int, keepsake: Keepsake)]
    /// What is worth keeping in the columns of which a cell is filled.
    private var keepsakes: Set<Keepsake> = []
    private var rows = 0
    /// Whether a secret is not in a link, which has all parameters.
    private var hasSecret = false
    /// Whether a code depends on a counter, and no column is known to have it.
    private(set) var lacksCounter = false

    struct Unread: Sendable {
        let index: Int
        /// Whether it has no name: then nothing but numbers from 0 or 1 on counts the records.
        let isNameless: Bool
        /// The accounts in whose records it has a value.
        var entries = 0
        /// Whether a value looks like a secret.
        var hasSecret = false
        var isFilled: Bool { entries > 0 || hasSecret }
        /// Whether a link in it was read.
        var hasLink = false
        /// Its first value.
        var sample = ""
        /// The part of an account that all its values may be.
        var role: TableColumns.Role?
        /// Whether all values so far may be a part of an account.
        var isPossible = true
        /// Whether all values may be names, and whether all are addresses.
        var hasNames = true, hasAddresses = true
        /// The last number, while they count the records.
        fileprivate var last: Int64?
        fileprivate(set) var isCount = true

        mutating func count(_ cell: String) {
            guard isCount, !TypedSecret.isNothing(cell) else { return }
            let number = Int64(cell.trimmingWhitespace)
            isCount =
                number.map { number in last.map { number == $0 &+ 1 } ?? (!isNameless || 0...1 ~= number) } ?? false
            last = number
        }
    }

    init(_ noun: String, _ table: GuessedTable) {
        (self.noun, self.table) = (noun, table)
        let columns = table.columns
        unread = columns.unread(keys: table.keys.keys).filter { !columns.isHarmless($0) }.map { index in
            Unread(index: index, isNameless: columns.isNameless(index))
        }
        keepsakeColumns = columns.header.enumerated().compactMap { index, name in
            table.keys[index] == nil ? Keepsake.named(name).map { (index, $0) } : nil
        }
    }

    /// Notes the name of a list or an object.
    mutating func add(_ name: String) { others.add(name.printable(limit: 60), entries: 0) }

    /// The accounts of a record, of which it notes what is not read.
    mutating func entry(_ row: CSVTable.Row) -> LoginEntry {
        let entry = table.entry(row)
        look(at: row, isAccount: !entry.keys.isEmpty)
        return entry
    }

    /// - Parameter isAccount: whether something of the record is read. In other records, only secrets are named.
    private mutating func look(at row: CSVTable.Row, isAccount: Bool) {
        for (index, keepsake) in keepsakeColumns where !row.cell(index).isBlank { keepsakes.insert(keepsake) }
        if isAccount {
            rows += 1
            hasSecret =
                hasSecret
                || table.keys.keys.contains { !TypedSecret.isNothing(row.cell($0)) && !isLink(row.cell($0)) }
            lacksCounter =
                lacksCounter
                || columns[.counter].isEmpty && columns[.kind].contains { OTPKind(field: row.cell($0)) == .hotp }
        }
        for position in unread.indices {
            var column = unread[position]
            let cell = row.cell(column.index)
            column.count(cell)
            // "2FA" says whether there is one, or has it.
            if isAccount, !columns[.ambiguousKey].contains(column.index) {
                look(at: cell, of: row, in: &column)
            } else if !repeatsKey(cell, row) {
                column.hasSecret = column.hasSecret || Self.isSecretLike(cell) || Leftover.Kind(in: cell) == .secret
            }
            unread[position] = column
        }
    }

    /// Looks at a cell of an account.
    private mutating func look(at cell: String, of row: CSVTable.Row, in column: inout Unread) {
        // Links are read in any column.
        guard !TypedSecret.isNothing(cell), !cell.isLink else {
            column.hasLink = column.hasLink || cell.isLink
            column.isPossible = false
            return
        }
        column.hasNames = column.hasNames && Self.isName(cell)
        column.hasAddresses = column.hasAddresses && cell.utf8.contains(UInt8(ascii: "@"))
        guard column.isPossible || !column.isFilled else {
            column.entries += 1
            return
        }
        // The same secret again says nothing.
        if repeatsKey(cell, row) {
            column.isPossible = false
            return
        }
        if column.sample.isEmpty { column.sample = cell }
        column.entries += 1
        column.hasSecret = column.hasSecret || SecretForm(cell.utf8) != nil
        guard column.isPossible else { return }
        let role = Self.role(of: cell)
        if role == .type, columns[.counter].isEmpty, OTPKind(field: cell) == .hotp { lacksCounter = true }
        column.isPossible = role != nil && (rows == 1 || role == column.role)
        column.role = role
    }

    private func isLink(_ cell: String) -> Bool { cell.isLink || cell.utf8.contains(ASCII.colon) }

    private func repeatsKey(_ cell: String, _ row: CSVTable.Row) -> Bool {
        guard SecretForm(cell.utf8) != nil else { return false }
        let own = Self.digits(of: cell)
        return table.keys.keys.contains { Self.digits(of: row.cell($0)) == own }
    }

    /// The characters of a secret in lower case, without spaces and hyphens.
    private static func digits(of text: String) -> [UInt8] {
        text.utf8.filter { !ASCII.isWhitespace($0) && $0 != ASCII.hyphen }.map(ASCII.lowercased)
    }

    /// The part of an account that a text looks like.
    static func role(of text: String) -> TableColumns.Role? {
        let text = text.trimmingWhitespace
        switch GuessedNumber.plain(text) {
        case "6", "7", "8", "10": return .digits
        case "30", "60": return .period
        default: break
        }
        if ["totp", "hotp", "steam", "motp"].contains(text.lowercased()) { return .type }
        if !text.isEmpty, (try? OTPAlgorithm(named: text)) != nil { return .algorithm }
        if text.isLink { return .otpauth }
        return isSecretLike(text) ? .secret : nil
    }

    /// An address, or letters: numbers are not only in names.
    private static func isName(_ text: String) -> Bool {
        text.utf8.contains(UInt8(ascii: "@"))
            || text.contains(where: \.isLetter) && !text.contains { "0"..."9" ~= $0 } && role(of: text) == nil
    }

    /// 16 characters of base32 or hexadecimal and more, in one case and with a digit, but not a UUID.
    private static func isSecretLike(_ text: String) -> Bool {
        let isUUID = text.utf8.count == 36 && text.utf8.count { $0 == ASCII.hyphen } == 4
        guard !isUUID, !SecretEvidence.isMixed(text), text.utf8.contains(where: { $0 &- 48 < 10 }) else { return false }
        let digits = digits(of: text)
        let isHex = digits.allSatisfy { ASCII.hexValue($0) != nil } && digits.contains { $0 > 96 }
        return digits.count >= 16 && (isHex || SecretForm(text.utf8) != nil)
    }

    // MARK: - Messages

    private static let mostNames = 8

    /// Names what is not read in a document: one warning for all names.
    func name(in document: inout ImportedDocument) {
        for column in named { document.unread.add(shown(column.index, inQuotes: false), entries: column.entries) }
        document.unread.add(others)
        for column in unread where column.isFilled && !column.hasSecret {
            guard Keepsake.areRecoveryCodes(columns.header[column.index]) else { continue }
            document.leftovers.add(.recoveryCodes, .name(shown(column.index, inQuotes: false)))
        }
        document.keepsakes.formUnion(keepsakes)
        document.warnings += unreadWarnings + linkWarnings
    }

    /// Recovery codes say nothing of an account, and are named as what they are; numbers of records say nothing at all.
    var named: [Unread] {
        unread.filter { column in
            column.hasSecret
                || column.isFilled && !isRecordNumber(column)
                    && (AccountPart(named: columns.header[column.index]) != nil || !columns.isOther(column.index))
        }
    }

    func isRecordNumber(_ column: Unread) -> Bool { column.isNameless && column.isCount && !lacksCounter }

    /// Beside passwords or secrets, the app that wrote the table has an unknown name for the column of the links, and
    /// may have renamed other columns.
    private var linkWarnings: [Warning] {
        guard hasSecret || !columns[.password].isEmpty else { return [] }
        return unread.filter { $0.hasLink && !columns.isOther($0.index) }.map { column in
            Warning(
                "the \(noun) \(shown(column.index)) is not known, and the links in it are read",
                "compare the accounts with the old app")
        }
    }

    private var unreadWarnings: [Warning] {
        let names = named.map { shown($0.index) } + others.names.map { "\"\($0.name)\"" }
        guard !names.isEmpty else { return [] }
        let list = names.prefix(Self.mostNames).joined(separator: ", ") + (names.count > Self.mostNames ? ", …" : "")
        let isOne = names.count == 1
        return [
            Warning(
                isOne ? "the \(noun) \(list) is not read" : "the \(noun)s \(list) are not read",
                .text(
                    "if \(isOne ? "it says" : "they say") something of the accounts, name \(isOne ? "it" : "them") "
                        + "with --columns, or else with --columns -=NAME",
                    onPage: "compare the codes of its accounts with the old app"))
        ]
    }

    /// The name of a column, or its number if it has none.
    func shown(_ index: Int, inQuotes: Bool = true) -> String {
        guard let name = columns.header[index].shownUnlessSecret else { return "\(index + 1)" }
        return inQuotes ? "\"\(name)\"" : name
    }

    /// A column that keeps the file from being read, and what it may be.
    typealias Suspect = (index: Int, role: TableColumns.Role?)

    /// The columns that keep the file from being read.
    private var suspects: [Suspect] {
        if columns.isHeaderless { return hasSecret ? unread.filter(isUnclear).map { ($0.index, $0.role) } : [] }
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
        let suspects = suspects
        guard !suspects.isEmpty else { return }
        let list = suspects.map { shown($0.index) }.joined(separator: " and ")
        let problem =
            "the \(noun)\(suspects.count == 1 ? "" : "s") \(list) may say how the codes are made, and "
            + "\(suspects.count == 1 ? "is" : "are") not known"
        let asked = columns.isHeaderless ? allWithoutHeader : suspects
        throw refusal(problem, asked, request.choice) { choice in
            var request = request
            request.columns = choice.columns
            return (try? format.read(request))?.entries.isEmpty == false
        }
    }

    /// The error that says how the file is read.
    ///
    /// - Parameters:
    ///   - suspects: the columns that the user has to name.
    ///   - choice: what the user says, or has to say of the secrets.
    ///   - secret: the column that seems to have the secrets, if the user did not say so.
    ///   - isRead: whether the file is read with another choice.
    func refusal(
        _ problem: String, _ suspects: [Suspect], _ choice: RecordChoice, secret: Int? = nil,
        isRead: (RecordChoice) -> Bool = { _ in true }
    ) -> SourceError {
        let references = references
        func option(_ roles: [Int: TableColumns.Role]) -> RecordChoice {
            var columns = choice.columns ?? TableColumns()
            for (index, _) in suspects { columns.add(roles[index], references[index]) }
            return RecordChoice(columns: columns, encoding: choice.encoding)
        }
        // Each role once; a second secret is not one of the account.
        let roles = suspects.reduce(into: [Int: TableColumns.Role]()) { roles, suspect in
            guard let role = suspect.role, role != .secret, role != .otpauth else { return }
            if choice.columns?.has(role) != true, !roles.values.contains(role) { roles[suspect.index] = role }
        }
        let possible = (columns.isHeaderless ? [roles] : [roles, [:]]).filter { isRead(option($0)) }
        let options = possible.map { option($0).option }
        let commands = options.distinct.map { "totp-import import FILE \($0)" }
        let advice =
            commands.isEmpty
            ? "name the columns with --columns"
            : "use \(commands.joined(separator: ", or "))"
                + condition(suspects.map(\.index).filter { roles[$0] == nil })
        // An answer does not say how the secrets are written.
        let question =
            secret != nil && choice.encoding != nil
            ? nil
            : question(
                suspects.map(\.index), roles: possible.first ?? roles, known: secret == nil ? choice.columns : nil,
                secret: secret)
        return SourceError(
            .unrecognised, problem,
            .text(
                advice,
                onPage: question == nil
                    ? "give the \(noun)s titles that say what they have, such as digits or period, or remove them"
                    : "say what each \(noun) has"), question: question)
    }
}
