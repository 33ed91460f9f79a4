import ArgumentParser
import Encodings
import Links
import TOTPDomain
import TOTPImport

struct FormatsCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "formats",
        abstract: "List formats, and how to export and import them.",
        discussion: """
            Without IDs, one line per format. With IDs, everything about these formats. For the steps from one app \
            to another, see totp-import guide.

            READS and WRITES tell whether files can be plain, encrypted, or both.
            """
    )

    @Argument(
        help: ArgumentHelp("Formats to show in full, by ID or app.", valueName: "id"), completion: .list(Self.ids))
    var names: [String] = []

    @Flag(.showing, "Print JSON, everything about each format.")
    var json = false

    @OptionGroup var messages: OutputOptions

    func validate() throws {
        guard let name = names.first(where: { Self.formats(called: $0).isEmpty }) else { return }
        let others = AppNames.match(name, in: FormatEntry.appsWithoutExport()).best
        if let app = others.first, let headline = app.withoutExport?.headline {
            throw ValidationError("\(headline); totp-import guide \(app.id.rawValue) says what is possible")
        }
        throw FormatEntry.unknown(FormatID(rawValue: name.lowercased()), among: Self.ids)
    }

    /// Returns the format with this id, or the formats of the app that matches the name best.
    private static func formats(called name: String) -> [FormatEntry] {
        let formats = FormatEntry.formats()
        let exact = formats.filter { $0.id.rawValue == name.lowercased() }
        return exact.isEmpty ? AppNames.match(name, in: formats).best : exact
    }

    func run(_ reporter: Reporter) async throws -> ExitCode {
        let ids = Set(names.flatMap(Self.formats(called:)).map(\.id))
        let formats = FormatEntry.formats().filter { ids.isEmpty || ids.contains($0.id) }
        if json {
            try reporter.output(.array(formats.map(\.json)))
        } else if ids.isEmpty {
            try reporter.output(Self.table(formats, width: reporter.console.outputColumns))
        } else {
            let cards = formats.map { Self.card($0, width: reporter.console.outputColumns, reporter.outputStyle) }
            try reporter.output(cards.joined(separator: "\n"))
        }
        return ExitStatus.done
    }

    private static var ids: [String] { FormatEntry.formats().map(\.id.rawValue) }

    /// A heading, and below it names with values, wrapped to the terminal's width.
    private static func card(_ format: FormatEntry, width: Int?, _ style: Style) -> String {
        var fields: [(name: String, value: String)] = []
        if let reader = format.reader {
            fields += [
                ("reads", reader.file), ("encrypted", reader.encryption.rawValue), ("export", reader.exportSteps),
            ]
            if let notice = reader.notice { fields.append(("note", notice)) }
        }
        if let writer = format.writer {
            fields += [
                ("writes", writer.file), ("encrypted", writer.protection.rawValue),
                ("stores", Self.summary(writer.capabilities)), ("import", writer.importSteps),
            ]
            fields += writer.capabilities.cautions.map { ("note", $0.text) }
        }
        let names = 2 + (fields.map(\.name.count).max() ?? 0)
        let lines = fields.map { name, value in
            "  \(name.padded(to: names))\(value.wrapped(to: width, indentation: names + 2))\n"
        }
        return style.bold("\(format.id.rawValue): \(format.app)") + "\n" + lines.joined()
    }

    /// The accounts and details that a target can store.
    private static func summary(_ capabilities: ExportCapabilities) -> String {
        var groups: [(parameters: String?, kinds: [String])] = []
        for kind in OTPKind.allCases {
            guard let accepted = capabilities.kinds[kind] else { continue }
            let parameters = kind.fixedParameters == nil ? parameters(accepted, kind) : nil
            if let last = groups.indices.last, groups[last].parameters == parameters {
                groups[last].kinds.append(kind.appName)
            } else {
                groups.append((parameters, [kind.appName]))
            }
        }
        let accounts = groups.map { group in
            group.kinds.joined(separator: ", ") + (group.parameters.map { " (\($0))" } ?? "")
        }
        let details = ExportCapabilities.Detail.allCases.filter(capabilities.details.contains).map(\.name)
        return (accounts + details).joined(separator: ", ")
    }

    private static func parameters(_ accepted: ExportCapabilities.Parameters, _ kind: OTPKind) -> String? {
        var limits: [String] = []
        if accepted.algorithms != Set(OTPAlgorithm.allCases) {
            limits.append(
                OTPAlgorithm.allCases.filter(accepted.algorithms.contains).map(\.rawValue).joined(separator: ", "))
        }
        if accepted.digits != OTPParameters.digitsRange || !accepted.digitsBetween.isEmpty {
            limits.append(accepted.digitsText)
        }
        if kind != .hotp, let periods = accepted.periodsText { limits.append(periods) }
        if kind == .hotp, let smallest = accepted.smallestCounter { limits.append("counters from \(smallest) on") }
        if kind == .hotp, let largest = accepted.largestCounter { limits.append("counters up to \(largest)") }
        return limits.isEmpty ? nil : limits.joined(separator: "; ")
    }

    /// - Parameter width: the columns of the terminal; nil without a terminal. The files are shown only on a wide
    ///   terminal.
    private static func table(_ formats: [FormatEntry], width: Int?) -> TextTable {
        let hasFiles = width ?? 80 >= 110
        var table = TextTable(
            ["ID", "APP"] + (hasFiles ? ["FILE"] : []) + ["READS", "WRITES"], flexible: hasFiles ? [1, 2] : [1])
        for group in FormatGroup.allCases {
            table.addHeading(group.title)
            for format in formats where format.group == group {
                let protections = [format.reader?.encryption.rawValue, format.writer?.protection.rawValue]
                table.add(
                    [format.id.rawValue, format.app] + (hasFiles ? [format.file] : []) + protections.map(protection))
            }
        }
        return table
    }

    /// Returns whether files of a format are encrypted, in a word; a hyphen without files.
    private static func protection(_ encryption: String?) -> String {
        switch encryption {
        case nil: "-"
        case "never": "plain"
        case "always": "encrypted"
        default: "both"
        }
    }
}

extension FormatEntry {
    /// The error for an id that is not one of these, with the ids that may be meant.
    static func unknown(_ id: FormatID, among ids: [String], is what: String = "a known format") -> ValidationError {
        var nearest = Similarity.nearest(to: id.rawValue, in: ids)
        if nearest.isEmpty {
            nearest = AppNames.similar(to: id.rawValue, in: formats().filter { ids.contains($0.id.rawValue) })
        }
        let shown = id.rawValue.looksLikeSecret ? "…" : id.rawValue.withoutLinks.printable(limit: 60)
        return ValidationError(
            "\"\(shown)\" is not \(what)"
                + (nearest.isEmpty ? "; totp-import formats lists them" : ".\(Similarity.question(nearest))"))
    }
}
