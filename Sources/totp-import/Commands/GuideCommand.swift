import ArgumentParser
import Encodings
import Links
import TOTPDomain
import TOTPImport

struct GuideCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "guide",
        abstract: "Show how to move out of an app, step by step.",
        discussion: """
            Names can be short: google, 2fas, okta. On a terminal, it asks for what is missing: the app that you leave, \
            and the one that you move to. For apps without an export, it says what is possible. guide rescue says what \
            to do if an app, a phone, a passphrase or a file is lost.
            """
    )

    @Argument(
        help: ArgumentHelp("The app that you leave, and maybe the one that you move to.", valueName: "app"),
        completion: .list(AppSearch.shortNames + AppSearch.apps.map(\.id.rawValue) + [AppSearch.rescue]))
    var app: [String] = []

    @Option(
        .writing, "The app that you move to; a vault without this option.", value: "app",
        completion: .list(AppSearch.shortNames + AppSearch.apps.map(\.id.rawValue)))
    var to: String?

    @OptionGroup var messages: OutputOptions

    func run(_ reporter: Reporter) async throws -> ExitCode {
        var name = app.joined(separator: " "), to = to
        let (columns, style) = (reporter.console.outputColumns ?? 80, reporter.outputStyle)
        if to == nil, let both = AppSearch.twoApps(app) { (name, to) = both }
        let isInteractive = reporter.console.isInteractive
        if name.isEmpty, to == nil {
            guard isInteractive else {
                try reporter.output(Self.list.text(width: columns, style: style))
                return ExitStatus.done
            }
            guard let chosen = try Self.source.ask(reporter) else { return ExitStatus.done }
            name = chosen
        }
        let guide: GuideText
        if let section = try AppSearch.section(name, to: to) {
            guide = section
        } else {
            var move = try AppSearch.guide(from: name.isEmpty ? nil : name, to: to)
            if to == nil, isInteractive, move.hasWayOut {
                to = try Self.target.ask(reporter)
                if let to { move = try AppSearch.guide(from: name, to: to) }
            }
            guide = move.text
        }
        try reporter.output(guide.text(width: columns, style: style))
        return ExitStatus.done
    }

    // MARK: - Without an app

    struct AppQuestion: Sendable {
        let question: String
        let prompt: String
        let ids: [FormatID]

        /// The choices by number: the text shown, and the name that a search finds. A format of any app has only an id.
        var choices: [(title: String, name: String)] {
            ids.compactMap { id in AppSearch.apps.first { $0.id == id } }.map { entry in
                let name = entry.app.withoutParentheses
                return entry.id == OTPAuthFormat.id ? ("screenshots of QR codes", entry.id.rawValue) : (name, name)
            }
        }
    }

    static let source = AppQuestion(
        question: "Which app are you leaving?", prompt: "A number, or the name of another app (Enter for none): ",
        ids: AppSearch.usual)

    static let target = AppQuestion(
        question: "\nWhich app do you want to use now?",
        prompt: "A number, or the name of another app (Enter for a vault): ",
        ids: AppSearch.usualTargets)

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

extension GuideCommand.AppQuestion {
    /// The name of an app that the user chose; nil for none.
    fileprivate func ask(_ reporter: Reporter) throws -> String? {
        let choices = choices
        var text = question + "\n\n"
        let cells = choices.enumerated().map { "  \($0 < 9 ? " " : "")\($0 + 1)  \($1.title)" }
        let width = 2 + (cells.map(\.count).max() ?? 0)
        // Two columns, if the terminal has room for them.
        let columns = reporter.console.outputColumns ?? 80
        let isWide = 2 * width <= columns
        let rows = isWide ? (cells.count + 1) / 2 : cells.count
        for row in 0..<rows {
            let right = row + rows < cells.count ? cells[row + rows] : ""
            text +=
                (right.isEmpty ? cells[row] : cells[row].padded(to: max(width, min(40, columns / 2))) + right) + "\n"
        }
        try reporter.output(text + "\n")
        for _ in 1...3 {
            guard let line = TypedAnswer.line(prompt)?.trimmingWhitespace, !line.isEmpty else { return nil }
            if let number = Int(line) {
                if choices.indices.contains(number - 1) { return choices[number - 1].name }
            } else {
                // Every known app can be a target, too: whether a file can be written is the guide's answer.
                do throws(AppSearchError) {
                    _ = try AppSearch.target(line)
                    return line
                } catch { reporter.note(error.message) }
            }
        }
        return nil
    }
}

extension GuideText {
    func text(width: Int, style: Style) -> String {
        var text = ""
        for (index, part) in parts.enumerated() {
            switch part {
            case .heading(let heading):
                text += (index == 0 ? "" : "\n") + style.bold(heading.wrapped(to: width, indentation: 0)) + "\n\n"
            case .paragraph(let paragraph):
                if index > 0, case .heading = parts[index - 1] {} else { text += "\n" }
                let shown = paragraph.hasPrefix(MoveGuide.pagesTitle) ? DocumentationPlace.naming(paragraph) : paragraph
                text += shown.wrapped(to: width, indentation: 0) + "\n"
            case .step(let number, let step):
                if index > 0, case .paragraph = parts[index - 1] { text += "\n" }
                text += "\(number). \(step.wrapped(to: width, indentation: 3))\n"
            // A command stays one line, so that it can be copied.
            case .command(let command): text += "     \(command)\n"
            }
        }
        return text
    }
}
