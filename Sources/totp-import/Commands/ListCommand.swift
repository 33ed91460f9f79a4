import AppFormats
import ArgumentParser
import ImportPipeline
import Platform
import TOTPDomain
import TOTPImport

struct ListCommand: AccountsCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Show accounts.",
        discussion: """
            Reads a vault or any known export. Secrets are hidden, unless --reveal is given. --verbose adds row numbers \
            and ids, which other commands take.
            """
    )

    @OptionGroup var accounts: AccountOptions

    @Flag(
        .showing, "Only accounts that share a secret or a name.",
        manual: """
            Those with one secret, and those with one name and several secrets: they [may be one account \
            twice](#list).
            """)
    var duplicates = false

    /// The order of accounts.
    enum Order: String, ExpressibleByArgument, CaseIterable {
        case input, issuer, name
    }

    @Option(
        .showing, "Sort by issuer, by name, or as in the input.", value: "input|issuer|name",
        manual: "Case and accents are ignored. The default is `input`. Row numbers stay those of the input.")
    var sort = Order.input

    @Flag(.showing, "Print JSON.")
    var json = false

    @Flag(.showing, "Show secrets and PINs.")
    var reveal = false

    @OptionGroup var strictness: StrictOptions
    @OptionGroup var empty: EmptyOptions
    @OptionGroup var messages: OutputOptions

    var emptiness: EmptyOptions? { empty }

    mutating func validate() throws {
        try accounts.check()
        if duplicates, sort != .input { throw ValidationError("--duplicates and --sort cannot be used together") }
    }

    func run(_ reporter: Reporter) async throws -> ExitCode {
        let isOnTerminal = reporter.console.isOutputTerminal && !json
        var selected = try await read(reporter, keepsProblems: isOnTerminal)
        selected.accounts = sorted(selected.accounts)
        let groups = duplicates ? DuplicateGroup.groups(of: selected.accounts.map(\.account)) : []
        if duplicates {
            if groups.isEmpty, !selected.accounts.isEmpty { reporter.note("\(selected.place): no duplicates") }
            let places = Set(groups.flatMap(\.places))
            let all = selected.accounts
            selected.accounts =
                json ? places.sorted().map { all[$0] } : groups.flatMap(\.places).map { all[$0] }
        }
        if json {
            let places = selected.accounts.map {
                ItemsJSONExport.Place(number: $0.number, id: selected.areFromVaults ? $0.account.id : nil)
            }
            try reporter.output(
                ItemsJSONExport.document(
                    selected.accounts.map(\.account), revealingSecrets: reveal, places: places,
                    warnings: selected.summary.ledger.warningLines))
        } else if !selected.accounts.isEmpty {
            let (table, remark) = table(selected, groups, width: reporter.console.outputColumns)
            try reporter.output(table)
            if isOnTerminal { reporter.note(selected.count + remark) }
        }
        if isOnTerminal { selected.summary.printProblems() }
        return selected.status
    }

    private func sorted(_ accounts: [NumberedAccount]) -> [NumberedAccount] {
        guard sort != .input else { return accounts }
        let keyed = accounts.map { numbered in
            let (issuer, name) = (numbered.account.issuer.searchable, numbered.account.name.searchable)
            return (keys: sort == .issuer ? [issuer, name] : [name, issuer], numbered: numbered)
        }
        return keyed.sorted { first, second in
            first.keys == second.keys
                ? first.numbered.number < second.numbered.number : first.keys.lexicographicallyPrecedes(second.keys)
        }.map(\.numbered)
    }

    /// - Parameters:
    ///   - groups: the duplicate groups of the accounts, if any, in their order.
    ///   - width: of the terminal; if it is too narrow, columns that are the same in every row are left out, and the
    ///     other columns about the codes become a single column.
    /// - Returns: the table, and a remark on the columns left out, to follow the number of accounts.
    private func table(
        _ selected: SelectedAccounts, _ groups: [DuplicateGroup], width: Int?
    ) -> (table: TextTable, remark: String) {
        let isLong = messages.verbose
        let table = table(selected, groups, columns(selected, isLong: isLong))
        guard let width, table.naturalWidth > width, selected.accounts.count > 1 else { return (table, "") }
        var same: [String] = []
        let kept = columns(selected, isLong: isLong).filter { column in
            let value = column.value(selected.accounts[0])
            guard let shown = column.shown, selected.accounts.allSatisfy({ column.value($0) == value }) else {
                return true
            }
            same.append(shown(value))
            return false
        }
        let shorter = self.table(selected, groups, kept)
        guard shorter.naturalWidth > width, !isLong, !reveal else {
            return (shorter, same.isEmpty ? "" : "; all \(same.joined(separator: ", "))")
        }
        let names = columns(selected, isLong: false).filter(\.isFlexible)
        let codes = Column("TYPE", isFlexible: true) { $0.account.parameters.inShort }
        return (self.table(selected, groups, names + [codes]), "; SHA1, 6 digits and 30 s are not shown")
    }

    private func columns(_ selected: SelectedAccounts, isLong: Bool) -> [Column] {
        var columns: [Column] = [
            Column("ISSUER", isFlexible: true) { $0.account.issuer },
            Column("NAME", isFlexible: true) { $0.account.name },
            Column("TYPE", shown: { $0 }) { $0.account.parameters.kind.rawValue },
            Column("ALGORITHM", shown: { $0 }) { $0.account.parameters.algorithm.rawValue },
            Column("DIGITS", shown: { "\($0) digits" }) { "\($0.account.parameters.digits)" },
            Column("PERIOD", shown: { $0 }) { $0.account.parameters.step },
        ]
        // Most tokens without a user have their number as a name.
        let items = selected.accounts.map(\.account)
        if items.contains(where: { account in account.token?.serial.map { $0 != account.name } ?? false }) {
            columns.append(Column("SERIAL", isFlexible: true) { $0.account.token?.serial ?? "" })
        }
        if isLong {
            columns.insert(Column("ROW") { "\($0.number)" }, at: 0)
            if selected.accounts.contains(where: { !$0.account.tags.isEmpty }) {
                columns.append(Column("TAGS", isFlexible: true) { $0.account.tags.joined(separator: ", ") })
            }
            if Set(selected.origins).count > 1 {
                columns.append(Column("INPUT", isFlexible: true) { selected.origins[$0.number - 1] })
            }
            if selected.areFromVaults { columns.append(Column("ID") { String($0.account.id.uuidString.prefix(8)) }) }
        }
        if reveal {
            columns.append(Column("SECRET") { $0.account.secret.base32 })
            if selected.accounts.contains(where: { $0.account.pin != nil }) {
                columns.append(Column("PIN") { $0.account.pin?.text ?? "" })
            }
        }
        return columns
    }

    private func table(_ selected: SelectedAccounts, _ groups: [DuplicateGroup], _ columns: [Column]) -> TextTable {
        let start = groups.isEmpty ? [] : ["SAME"]
        let flexible = columns.indices.filter { columns[$0].isFlexible }.map { $0 + start.count }
        var table = TextTable(start + columns.map(\.title), flexible: Set(flexible))
        let reasons = groups.enumerated().flatMap { number, group in
            group.places.map { _ in "\(group.reason == .sameSecret ? "secret" : "name") \(number + 1)" }
        }
        for (index, account) in selected.accounts.enumerated() {
            table.add((groups.isEmpty ? [] : [reasons[index]]) + columns.map { $0.value(account) })
        }
        return table
    }

    private struct Column {
        let title: String
        let isFlexible: Bool
        /// The value in a sentence, if the column can be left out.
        let shown: ((String) -> String)?
        let value: (NumberedAccount) -> String

        init(
            _ title: String, isFlexible: Bool = false, shown: ((String) -> String)? = nil,
            _ value: @escaping (NumberedAccount) -> String
        ) {
            (self.title, self.isFlexible, self.shown, self.value) = (title, isFlexible, shown, value)
        }
    }
}

extension OTPParameters {
    /// The kind, and the parameters that are not the usual values: `totp SHA256 8 digits 60 s`, `hotp #41`, `steam`.
    fileprivate var inShort: String {
        let isFixed = kind.fixedParameters != nil
        return [
            kind.rawValue, isFixed || algorithm == .sha1 ? nil : algorithm.rawValue,
            isFixed || digits == 6 ? nil : "\(digits) digits",
            period == 30 || isFixed && !kind.choosesPeriod ? nil : step,
        ].compactMap { $0 }.joined(separator: " ")
    }
}
