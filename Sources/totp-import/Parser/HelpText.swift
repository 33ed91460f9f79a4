import ArgumentParser

/// The parser's `--help`, in the order in which people read it.
enum HelpText {
    /// The options that people need first, of commands with more than fit a screen.
    private static let first: [String: [String]] = [
        "totp-import import": ["--vault", "--dry-run", "--on-duplicate", "--generate", "--delete-list", "--report"],
        "totp-import convert": ["--to", "--output", "--force", "--plain", "--search", "--dry-run"],
        "totp-import list": ["--search", "--tag", "--duplicates", "--sort", "--json", "--reveal"],
        "totp-import codes": ["--search", "--all", "--copy", "--watch", "--json", "--passphrase-file"],
        "totp-import qr": ["--to-phone", "--accounts-per-code", "--search", "--tag", "--id", "--passphrase-file"],
        "totp-import verify": ["--json", "--against", "--from", "--columns", "--passphrase-file", "--strict"],
        "totp-import validate": ["--fix", "--output", "--force", "--csv-field", "--json", "--rules"],
        "totp-import vault add": ["--issuer", "--name", "--secret-file", "--note", "--add-tag", "--yes"],
        "totp-import vault edit": ["--search", "--set-issuer", "--set-name", "--set-note", "--add-tag", "--yes"],
    ]
    /// The longest line of usage.
    private static let columns = 80

    /// A help with its options in groups, and a line of usage that fits a terminal. Other texts stay.
    ///
    /// - Parameter command: as it is typed.
    static func arranged(_ help: String, of command: String, in tree: CommandTree) -> String {
        var lines = help.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        lines = lines.map(fitting)
        guard let names = first[command], let described = tree.commands.first(where: { $0.path == command })?.options,
            let start = lines.firstIndex(of: "OPTIONS:"),
            let end = lines[start...].firstIndex(of: "")
        else { return lines.joined(separator: "\n") }
        // An option begins with its names; the lines below it are indented further.
        var entries: [(option: CommandTree.Option?, lines: [String])] = []
        for line in lines[(start + 1)..<end] {
            if line.hasPrefix("  -") {
                let shown = line.split { " ,".contains($0) }.map(String.init)
                entries.append((described.first { !Set($0.names).isDisjoint(with: shown) }, [line]))
            } else if let last = entries.indices.last {
                entries[last].lines.append(line)
            }
        }
        func text(_ title: String, _ entries: [(option: CommandTree.Option?, lines: [String])]) -> [String] {
            entries.isEmpty ? [] : ["\(title):"] + entries.flatMap(\.lines) + [""]
        }
        func place(_ option: CommandTree.Option?) -> Int? {
            names.firstIndex { option?.names.contains($0) ?? false }
        }
        let used = entries.filter { place($0.option) != nil }.sorted {
            (place($0.option) ?? 0) < (place($1.option) ?? 0)
        }
        let others = entries.filter { place($0.option) == nil }
        let groups = OptionSection.allCases.flatMap { section in
            // The parser's own have no section.
            text(section.title, others.filter { ($0.option?.section ?? .showing) == section })
        }
        lines.replaceSubrange(start...end, with: text("OPTIONS", used) + groups)
        return lines.joined(separator: "\n")
    }

    /// A line of usage without the names of options, if it is too long with them.
    static func fitting(_ line: String) -> String {
        guard line.count > columns, line.lowercased().hasPrefix("usage: ") else { return line }
        // Each is in brackets: `[--to <app>]`.
        let parts = line.split(separator: " [--")
        let kept = parts.dropFirst().compactMap { $0.split(separator: "]", maxSplits: 1).dropFirst().first }
        return "\(parts[0]) [<options>]\(kept.joined())"
    }
}
