import ArgumentParser
import Encodings

/// The commands of the program and their options, as the parser describes them.
struct CommandTree {
    let root: Command

    struct Command {
        /// As it is typed: `totp-import vault check`.
        var path: String
        var options: [Option]
        var subcommands: [String: Command]
    }

    struct Option {
        /// With their hyphens: `--output`, `-o`.
        var names: [String]
        var takesValue: Bool
    }

    /// Nil if the description has another form.
    init?(_ description: String) {
        guard let json = try? OrderedJSON(parsing: Array(description.utf8)), let root = json["command"] else {
            return nil
        }
        self.root = Self.command(root, in: "")
    }

    private static func command(_ json: OrderedJSON, in parent: String) -> Command {
        let path = (parent.isEmpty ? "" : parent + " ") + (json["commandName"]?.text ?? "")
        let options = json["arguments"].elements.compactMap { argument -> Option? in
            guard let kind = argument["kind"]?.text, kind != "positional" else { return nil }
            let names = argument["names"].elements.compactMap { name in
                name["name"]?.text.map { (name["kind"]?.text == "long" ? "--" : "-") + $0 }
            }
            return Option(names: names, takesValue: kind == "option")
        }
        let subcommands = json["subcommands"].elements.compactMap { subcommand in
            subcommand["commandName"]?.text.map { ($0, command(subcommand, in: path)) }
        }
        return Command(
            path: path, options: options, subcommands: Dictionary(subcommands, uniquingKeysWith: { first, _ in first }))
    }

    /// All commands, depth first.
    var commands: [Command] {
        func all(_ command: Command) -> [Command] {
            [command] + command.subcommands.sorted { $0.key < $1.key }.flatMap { all($0.value) }
        }
        return all(root)
    }
}

extension CommandTree.Command {
    /// The option with this name.
    func option(_ name: String) -> CommandTree.Option? { options.first { $0.names.contains(name) } }

    var longOptions: [String] { options.flatMap(\.names).filter { $0.hasPrefix("--") } }
}

extension OrderedJSON {
    fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
}

extension OrderedJSON? {
    fileprivate var elements: [OrderedJSON] { if case .array(let elements) = self { elements } else { [] } }
}

/// Where the manual names an option; `Docs/make_options.py` has the titles.
enum OptionSection: String {
    case reading, passphrases, writing, correcting, validating, serving, showing
}

extension ArgumentHelp {
    /// Everything that is said of an option, here and nowhere else: `--help` and the completions show the abstract,
    /// and `Docs/make_options.py` writes all of it into `Docs/cli.md` and the manual page.
    ///
    /// - Parameters:
    ///   - abstract: at most 60 characters, with a full stop.
    ///   - value: the name of the option's value.
    ///   - manual: what follows the abstract in the manual. `code` and `[text](#place)` are marked up.
    init(_ section: OptionSection, _ abstract: String, value: String? = nil, manual: String = "") {
        self.init(
            abstract, discussion: Self.isForManual ? "\(section.rawValue)\n\(manual)" : nil, valueName: value)
    }

    /// Whether the help is dumped, for the manual. Otherwise the manual's text would make `--help` long.
    private static let isForManual = CommandLine.arguments.contains("--experimental-dump-help")
}
