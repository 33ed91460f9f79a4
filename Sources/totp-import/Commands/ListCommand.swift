import ArgumentParser
import Exporters
import ImportPipeline
import TOTPDomain

struct ListCommand: AsyncParsableCommand, ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Show accounts.",
        discussion: "Reads a vault or any known export. Secrets are hidden, unless --reveal is given."
    )

    @OptionGroup var source: SourceOptions
    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var search: SearchOptions

    @Flag(help: "Print JSON.")
    var json = false

    @Flag(help: "Show secrets and PINs.")
    var reveal = false

    @OptionGroup var messages: OutputOptions

    func validate() throws { try passphrase.validate(with: source) }

    func run() async throws {
        try await reporting(messages) { reporter in
            let (items, status) = try await accounts(passphrase, search, reporter)
            if json {
                try reporter.output(ItemsJSONExport.document(items, revealingSecrets: reveal))
            } else if !items.isEmpty {
                try reporter.output(table(items).text(width: reporter.outputColumns, style: reporter.outputStyle))
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
