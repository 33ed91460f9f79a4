import ArgumentParser
import Encodings
import TOTPDomain

struct GuideCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "guide",
        abstract: "Show how to move out of an app, step by step.",
        discussion: """
            Names can be short: google, 2fas, okta. Without an app, there is a list to choose from. For apps without an \
            export, it says what is possible.
            """
    )

    @Argument(
        help: ArgumentHelp("The app that you leave, or an ID of totp-import formats.", valueName: "app"),
        completion: .list(Self.apps.map(\.id.rawValue)))
    var app: [String] = []

    @Option(
        help: ArgumentHelp("The app that you move to; a vault without this option.", valueName: "app"),
        completion: .list(ExportChoice.ids))
    var to: String?

    @OptionGroup var messages: OutputOptions

    func run() async throws {
        try await reporting(messages) { reporter in
            var name = app.joined(separator: " ")
            let target = try to.map(Self.target)
            if name.isEmpty, target == nil {
                guard reporter.console.isInteractive else {
                    try reporter.output(
                        Self.list.text(width: reporter.outputColumns ?? 80, style: reporter.outputStyle))
                    return ExitStatus.done
                }
                guard let chosen = try Self.ask(reporter) else { return ExitStatus.done }
                name = chosen
            }
            let match = name.isEmpty ? AppNames.Match() : try Self.app(name)
            let guide = MoveGuide(sources: match.best, others: match.others, target: target)
            try reporter.output(guide.text(width: reporter.outputColumns ?? 80, style: reporter.outputStyle))
            return ExitStatus.done
        }
    }

    private static var apps: [FormatEntry] { FormatEntry.formats() + FormatEntry.appsWithoutExport() }

    static func app(_ name: String) throws -> AppNames.Match {
        let match = AppNames.match(name, in: apps)
        guard !match.best.isEmpty else { throw unknown(name, apps) }
        // Ways out of one app are shown together.
        let normal = Set(match.best.filter { $0.reader != nil && !$0.isForRootedPhones }.map(\.app.withoutParentheses))
        guard normal.count <= 1, match.best.count <= 4 else {
            let list = match.best.map { "\($0.app) (\($0.id))" }.sentence
            throw usage("\"\(shown(name))\" fits \(list); name one of them")
        }
        return match
    }

    private static func target(_ name: String) throws -> FormatEntry {
        let writers = FormatEntry.formats().filter { $0.writer != nil }
        if let exact = writers.first(where: { $0.id.rawValue == name.lowercased() }) { return exact }
        guard let best = AppNames.match(name, in: writers).best.first else {
            if let reader = AppNames.match(name, in: apps).best.first {
                throw usage("\(reader.app) files cannot be written; totp-import formats lists what can")
            }
            throw unknown(name, writers)
        }
        return best
    }

    private static func unknown(_ name: String, _ entries: [FormatEntry]) -> CommandError {
        let similar = AppNames.similar(to: name, in: entries)
        return usage(
            "no app is called \"\(shown(name))\""
                + (similar.isEmpty ? "; totp-import guide lists the apps" : ".\(Similarity.question(similar))"))
    }

    private static func usage(_ message: String) -> CommandError {
        CommandError(message: message, status: ExitCode.validationFailure)
    }

    private static func shown(_ name: String) -> String { name.looksLikeSecret ? "…" : name.printable(limit: 60) }

    // MARK: - Without an app

    /// Apps that many people move from; the others are found by name.
    static let usual: [FormatID] = [
        "google-migration", "microsoft-authenticator", "authy", "2fas", "aegis", "lastpass-authenticator",
        "bitwarden", "onepassword", "apple-passwords", "duo", "okta-verify", "otpauth",
    ]

    /// The choices by number: what is shown, and the name that ``app(_:)`` finds. A format of any app has only an id.
    static var choices: [(title: String, name: String)] {
        usual.compactMap { id in apps.first { $0.id == id } }.map { entry in
            let name = entry.app.withoutParentheses
            return entry.group == .file ? ("screenshots of QR codes", entry.id.rawValue) : (name, name)
        }
    }

    /// The name of an app that the user chose; nil for none.
    private static func ask(_ reporter: Reporter) throws -> String? {
        let choices = choices
        let names = choices.map(\.title)
        let half = (names.count + 1) / 2
        var text = "Which app do you leave?\n\n"
        for row in 0..<half {
            func cell(_ index: Int) -> String {
                names.indices.contains(index) ? "\(index < 9 ? " " : "")\(index + 1)  \(names[index])" : ""
            }
            let left = "  " + cell(row)
            text += left + String(repeating: " ", count: max(2, 40 - left.count)) + cell(row + half) + "\n"
        }
        try reporter.output(text + "\n")
        for _ in 1...3 {
            let prompt = "A number, or the name of another app (Enter for none): "
            guard let line = TypedAnswer.line(prompt)?.trimmingWhitespace, !line.isEmpty else { return nil }
            if let number = Int(line) {
                if choices.indices.contains(number - 1) { return choices[number - 1].name }
            } else if !AppNames.match(line, in: apps).best.isEmpty {
                return line
            } else {
                reporter.note(unknown(line, apps).message)
            }
        }
        return nil
    }

    /// All apps, for programs and pipes.
    private static var list: TextTable {
        var table = TextTable(["ID", "APP", "OUT", "IN"], flexible: [1])
        for group in FormatGroup.allCases {
            table.addHeading(group.title)
            for entry in FormatEntry.formats() where entry.group == group { table.add(row(entry)) }
        }
        table.addHeading("Without an export")
        for entry in FormatEntry.appsWithoutExport() { table.add(row(entry)) }
        return table
    }

    private static func row(_ entry: FormatEntry) -> [String] {
        [
            entry.id.rawValue, entry.app, entry.isForRootedPhones ? "rooted" : entry.reader == nil ? "-" : "yes",
            entry.writer == nil ? "-" : "yes",
        ]
    }
}
