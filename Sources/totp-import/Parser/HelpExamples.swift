import CAssets
import TOTPImport

/// Examples at the end of each `--help`, where the reader of a terminal looks first.
enum HelpExamples {
    typealias Example = (purpose: String, line: String)

    /// By command, as it is typed: a section of `examples.txt`, with two lines for each example.
    static let all = GuideText.sections(of: String(cString: cassets_examples())).mapValues { lines -> [Example] in
        stride(from: 0, to: lines.count - 1, by: 2).map { (String(lines[$0]), String(lines[$0 + 1].dropFirst(2))) }
    }

    /// The help of a command, with its examples and where to read more. Other texts stay.
    static func adding(to help: String, in tree: CommandTree) -> String {
        guard let command = command(of: help), let examples = all[command] else { return help }
        let help = HelpText.arranged(help, of: command, in: tree)
        let lines = examples.map { "  \($0.purpose):\n    \($0.line)\n" }
        var text = help
        while text.hasSuffix("\n") { text.removeLast() }
        return """
            \(text)

            EXAMPLES:
            \(lines.joined())
            MORE: man totp-import, \(DocumentationPlace.naming("Docs/cli.md"))

            """
    }

    /// The command that a help text is about: the longest command that its usage line starts with.
    private static func command(of help: String) -> String? {
        guard let usage = help.split(separator: "\n").first(where: { $0.hasPrefix("USAGE: ") }) else { return nil }
        let line = usage.dropFirst("USAGE: ".count) + " "
        return all.keys.filter { line.hasPrefix($0 + " ") }.max { $0.count < $1.count }
    }
}
