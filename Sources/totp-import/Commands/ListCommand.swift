import ArgumentParser
import Exporters
import ImportPipeline
import Platform
import TOTPDomain
import TOTPImport

struct ListCommand: AsyncParsableCommand, ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Show accounts.",
        discussion: """
            Reads a vault or any known export. Secrets are hidden, unless --reveal is given. --verbose adds row numbers \
            and ids, which other commands take.
            """
    )

    @OptionGroup var source: SourceOptions
    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var selection: SelectionOptions

    @Flag(
        help: ArgumentHelp(
            .showing, "Only accounts that share a secret or a name.",
            manual: """
                Those with one secret, and those with one name and several secrets: they [may be one account \
                twice](#list).
                """))
    var duplicates = false

    @Flag(help: ArgumentHelp(.showing, "Print JSON."))
    var json = false

    @Flag(help: ArgumentHelp(.showing, "Show secrets and PINs."))
    var reveal = false

    @OptionGroup var empty: EmptyOptions
    @OptionGroup var messages: OutputOptions

    func excuses(_ result: SourceResult) -> Bool { empty.excuses(result) }
    func status(_ status: ExitCode, of ledger: Ledger) -> ExitCode { empty.status(status, of: ledger) }

    func validate() throws {
        try source.validateInputsOrDefaultVault()
        try passphrase.validate(with: source)
    }

    func run() async throws {
        try await reporting(messages) { reporter in
            var selected = try await accounts(passphrase, selection.selection(), reporter)
            let groups = duplicates ? DuplicateGroup.groups(of: selected.accounts.map(\.item)) : []
            if duplicates {
                if groups.isEmpty, !selected.accounts.isEmpty { reporter.note("\(selected.place): no duplicates") }
                let places = Set(groups.flatMap(\.places))
                let all = selected.accounts
                selected.accounts =
                    json ? places.sorted().map { all[$0] } : groups.flatMap(\.places).map { all[$0] }
            }
            if json {
                let places = selected.accounts.map {
                    ItemsJSONExport.Place(number: $0.number, id: selected.areFromVaults ? $0.item.id : nil)
                }
                try reporter.output(
                    ItemsJSONExport.document(
                        selected.accounts.map(\.item), revealingSecrets: reveal, places: places))
            } else if !selected.accounts.isEmpty {
                let table = table(selected, groups, isLong: messages.verbose)
                try reporter.output(table.text(width: reporter.outputColumns, style: reporter.outputStyle))
            }
            return selected.status
        }
    }

    /// - parameters:
    ///   - groups: what the accounts have in common, if they are duplicates, in their order.
    ///   - isLong: whether to show row numbers, tags and ids.
    private func table(_ selected: SelectedAccounts, _ groups: [DuplicateGroup], isLong: Bool) -> TextTable {
        var columns: [Column] = [
            Column("ISSUER", isFlexible: true) { $0.item.issuer }, Column("NAME", isFlexible: true) { $0.item.name },
            Column("TYPE") { $0.item.parameters.kind.rawValue },
            Column("ALGORITHM") { $0.item.parameters.algorithm.rawValue },
            Column("DIGITS") { "\($0.item.parameters.digits)" }, Column("PERIOD") { $0.item.parameters.step },
        ]
        if isLong {
            columns.insert(Column("ROW") { "\($0.number)" }, at: 0)
            if selected.accounts.contains(where: { !$0.item.tags.isEmpty }) {
                columns.append(Column("TAGS", isFlexible: true) { $0.item.tags.joined(separator: ", ") })
            }
            if selected.areFromVaults { columns.append(Column("ID") { String($0.item.id.uuidString.prefix(8)) }) }
        }
        if reveal {
            columns.append(Column("SECRET") { $0.item.secret.base32 })
            if selected.accounts.contains(where: { $0.item.pin != nil }) {
                columns.append(Column("PIN") { $0.item.pin?.text ?? "" })
            }
        }
        let flexible = columns.indices.filter { columns[$0].isFlexible }
        guard !groups.isEmpty else {
            var table = TextTable(columns.map(\.title), flexible: Set(flexible))
            for account in selected.accounts { table.add(columns.map { $0.value(account) }) }
            return table
        }
        var table = TextTable(["SAME"] + columns.map(\.title), flexible: Set(flexible.map { $0 + 1 }))
        let reasons = groups.enumerated().flatMap { number, group in
            group.places.map { _ in "\(group.reason == .sameSecret ? "secret" : "name") \(number + 1)" }
        }
        for (reason, account) in zip(reasons, selected.accounts) {
            table.add([reason] + columns.map { $0.value(account) })
        }
        return table
    }

    private struct Column {
        let title: String
        let isFlexible: Bool
        let value: (NumberedAccount) -> String

        init(_ title: String, isFlexible: Bool = false, _ value: @escaping (NumberedAccount) -> String) {
            (self.title, self.isFlexible, self.value) = (title, isFlexible, value)
        }
    }
}
