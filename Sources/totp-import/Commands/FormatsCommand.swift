import ArgumentParser
import Encodings
import TOTPDomain

struct FormatsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "formats",
        abstract: "List every format: what is read and written, and how to export it from its app.",
        discussion: "Without an id a line a format; with ids each of them in full, with the way to export from its app."
    )

    @Argument(help: ArgumentHelp("Formats to show in full.", valueName: "id"), completion: .list(Self.ids))
    var ids: [FormatID] = []

    @Flag(help: "Print JSON, with the way to export from each app.")
    var json = false

    @OptionGroup var talk: OutputOptions

    private struct Format {
        var description: FormatDescription
        var isRead: Bool
        var isWritten: Bool
    }

    func validate() throws {
        if let id = ids.first(where: { !Self.ids.contains($0.rawValue) }) {
            throw ValidationError("“\(id.rawValue.sanitized)” is no known format; totp-import formats lists them.")
        }
    }

    func run() async throws {
        let console = Assembly.current.console
        let formats = Self.formats().filter { ids.isEmpty || ids.contains($0.description.id) }
        try await reporting(talk) {
            if json {
                let list = OrderedJSON.array(
                    formats.map { format in
                        .object([
                            "id": .string(format.description.id.rawValue), "app": .string(format.description.app),
                            "file": .string(format.description.file), "reads": .bool(format.isRead),
                            "writes": .bool(format.isWritten),
                            "encrypted": .string(format.description.encryption.rawValue),
                            "export": .string(format.description.exportSteps),
                        ])
                    })
                try console.output(list.utf8 + [ASCII.newline])
            } else {
                let style = talk.outputStyle(console)
                let cards = formats.map { Self.card($0).text(width: console.outputColumns, style: style) }
                let table = Self.table(formats).text(width: console.outputColumns, style: style)
                try console.output(ids.isEmpty ? table : cards.joined(separator: "\n"))
            }
            return ExitStatus.done
        }
    }

    private static var ids: [String] { formats().map(\.description.id.rawValue) }

    /// Readers and writers of one id are one format.
    private static func formats() -> [Format] {
        let assembly = Assembly.current
        let readers = assembly.importFormats.formats.map(\.description)
        let writers = assembly.exportFormats.map(\.description)
        let all = readers + writers.filter { writer in !readers.contains { $0.id == writer.id } }
        return all.sorted { $0.id.rawValue < $1.id.rawValue }.map { description in
            Format(
                description: description,
                isRead: readers.contains { $0.id == description.id },
                isWritten: writers.contains { $0.id == description.id }
            )
        }
    }

    private static func card(_ format: Format) -> TextCard {
        let description = format.description
        return TextCard(
            "\(description.id.rawValue): \(description.app)",
            [
                ("file", description.file), ("read", format.isRead ? "yes" : "no"),
                ("written", format.isWritten ? "yes" : "no"), ("encrypted", description.encryption.rawValue),
                ("export", description.exportSteps),
            ])
    }

    private static func table(_ formats: [Format]) -> TextTable {
        var table = TextTable(["ID", "APP", "FILE", "READS", "WRITES", "ENCRYPTED"], flexible: [1, 2])
        for format in formats {
            let description = format.description
            table.add([
                description.id.rawValue, description.app, description.file, format.isRead ? "yes" : "-",
                format.isWritten ? "yes" : "-", description.encryption.rawValue,
            ])
        }
        return table
    }
}
