import ArgumentParser
import Exporters
import ImportPipeline
import TOTPDomain

struct ListCommand: AsyncParsableCommand, ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Show the accounts in a vault or in any readable export, secrets hidden."
    )

    @OptionGroup var source: SourceOptions
    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var search: SearchOptions

    @Flag(help: "Print JSON.")
    var json = false

    @Flag(help: "Show secrets and PINs.")
    var reveal = false

    @OptionGroup var talk: OutputOptions

    func validate() throws { try passphrase.validate(besides: source) }

    func run() async throws {
        let console = Assembly.current.console
        try await reporting(talk) {
            let (items, status) = try await accounts(passphrase, search, console)
            if json {
                try console.output(ItemsJSONExport.document(items, revealingSecrets: reveal))
            } else if !items.isEmpty {
                try console.output(table(items).text(width: console.outputColumns, style: talk.outputStyle(console)))
            }
            return status
        }
    }

    private func table(_ items: [TOTPItem]) -> TextTable {
        let titles = ["ISSUER", "NAME", "TYPE", "ALGORITHM", "DIGITS", "PERIOD"] + (reveal ? ["SECRET"] : [])
        var table = TextTable(titles, flexible: [0, 1])
        for item in items {
            let parameters = item.parameters
            let step = parameters.period.map { "\($0) s" } ?? "#\(parameters.counter ?? 0)"
            table.add(
                [
                    item.issuer, item.name, parameters.kind.rawValue, parameters.algorithm.rawValue,
                    "\(parameters.digits)", step,
                ] + (reveal ? [item.secret.base32] : []))
        }
        return table
    }
}
