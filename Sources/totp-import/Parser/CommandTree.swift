import ArgumentParser
import Encodings

/// The commands of a program and their options, as the parser describes them.
struct CommandTree {
    let root: Command

    /// A command, whose options are described when they are asked for: the parser describes them as JSON, and with all
    /// commands in it that takes as long as everything else that a usage error needs.
    struct Command {
        /// As it is typed: `totp-import vault check`.
        let path: String
        let subcommands: [String: Command]
        private let type: any ParsableCommand.Type

        fileprivate init(_ type: any ParsableCommand.Type, in parent: String) {
            let path = (parent.isEmpty ? "" : parent + " ") + type._commandName
            let subcommands = type.configuration.subcommands.map { ($0._commandName, Command($0, in: path)) }
            self.path = path
            self.subcommands = Dictionary(subcommands, uniquingKeysWith: { first, _ in first })
            self.type = type
        }
    }

    struct Option {
        /// With their hyphens: `--output`, `-o`.
        var names: [String]
        var takesValue: Bool
        /// Nil for the parser's own.
        var section: OptionSection?
    }

    init(_ program: any ParsableCommand.Type) { root = Command(program, in: "") }

    /// All commands, depth first.
    var commands: [Command] {
        func all(_ command: Command) -> [Command] {
            [command] + command.subcommands.sorted { $0.key < $1.key }.flatMap { all($0.value) }
        }
        return all(root)
    }
}

extension CommandTree.Command {
    var options: [CommandTree.Option] {
        let dump = ArgumentHelp.$showsManual.withValue(true) { type._dumpHelp() }
        let description = try? OrderedJSON(parsing: Array(dump.utf8))
        // Each command has it, but the parser describes it only where the version is set.
        let version = CommandTree.Option(names: ["--version"], takesValue: false)
        let others = (description?["command"]?["arguments"]).elements.compactMap { argument -> CommandTree.Option? in
            guard let kind = argument["kind"]?.text, kind != "positional" else { return nil }
            let names = argument["names"].elements.compactMap { name in
                name["name"]?.text.map { (name["kind"]?.text == "long" ? "--" : "-") + $0 }
            }
            let section = argument["discussion"]?.text?.split(separator: "\n").first
            return names == version.names
                ? nil
                : CommandTree.Option(
                    names: names, takesValue: kind == "option",
                    section: section.flatMap { OptionSection(rawValue: String($0)) })
        }
        return [version] + others
    }

    var longOptions: [String] { options.flatMap(\.names).filter { $0.hasPrefix("--") } }
}

extension [CommandTree.Option] {
    func named(_ name: String) -> CommandTree.Option? { first { $0.names.contains(name) } }
}

extension OrderedJSON {
    fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
}

extension OrderedJSON? {
    fileprivate var elements: [OrderedJSON] { if case .array(let elements) = self { elements } else { [] } }
}

/// Where the manual names an option; `Docs/development/make_options.py` has the titles.
enum OptionSection: String, CaseIterable {
    case reading, writing, passphrases, correcting, validating, serving, showing

    /// In `--help`.
    var title: String {
        switch self {
        case .reading: "INPUTS"
        case .writing: "WRITING"
        case .passphrases: "PASSPHRASE OF THE VAULT"
        case .correcting: "CHANGES"
        case .validating: "CHECKS"
        case .serving: "THE PAGE"
        case .showing: "MESSAGES AND OUTPUT"
        }
    }
}

extension Option {
    /// An option that may be left out. The texts are those of ``ArgumentHelp``.
    init<Given: ExpressibleByArgument>(
        name: NameSpecification = .long, _ section: OptionSection, _ abstract: String, value: String? = nil,
        manual: String = "", completion: CompletionKind? = nil
    ) where Value == Given? {
        self.init(
            name: name, help: ArgumentHelp(section, abstract, value: value, manual: manual),
            completion: completion ?? .ofValue(value))
    }

    /// An option with a default.
    init(
        wrappedValue: Value, name: NameSpecification = .long, _ section: OptionSection, _ abstract: String,
        value: String? = nil, manual: String = "", completion: CompletionKind? = nil
    ) where Value: ExpressibleByArgument {
        self.init(
            wrappedValue: wrappedValue, name: name,
            help: ArgumentHelp(section, abstract, value: value, manual: manual),
            completion: completion ?? .ofValue(value))
    }

    /// An option that can be repeated.
    init<Given: ExpressibleByArgument>(
        wrappedValue: [Given], name: NameSpecification = .long, _ section: OptionSection, _ abstract: String,
        value: String? = nil, manual: String = ""
    ) where Value == [Given] {
        self.init(
            wrappedValue: wrappedValue, name: name,
            help: ArgumentHelp(section, abstract, value: value, manual: manual))
    }
}

extension CompletionKind {
    /// What a value of this name is completed with, if that is not its type's own.
    fileprivate static func ofValue(_ name: String?) -> CompletionKind? { name == "file" ? .file() : nil }
}

extension Flag where Value == Bool {
    init(
        wrappedValue: Bool, name: NameSpecification = .long, _ section: OptionSection, _ abstract: String,
        manual: String = ""
    ) {
        self.init(wrappedValue: wrappedValue, name: name, help: ArgumentHelp(section, abstract, manual: manual))
    }
}

extension ArgumentHelp {
    /// All texts about an option, here and nowhere else: `--help` and the completions show the abstract, and
    /// `Docs/development/make_options.py` writes all of it into `Docs/cli.md` and the manual page.
    ///
    /// - Parameters:
    ///   - abstract: at most 60 characters, with a full stop.
    ///   - value: the name of the option's value.
    ///   - manual: the text after the abstract in the manual. `code` and `[text](#place)` are marked up.
    init(_ section: OptionSection, _ abstract: String, value: String? = nil, manual: String = "") {
        self.init(abstract, discussion: Self.showsManual ? "\(section.rawValue)\n\(manual)" : nil, valueName: value)
    }

    /// Whether the help is dumped. Otherwise the manual's text would make `--help` long.
    @TaskLocal fileprivate static var showsManual = CommandLine.arguments.contains("--experimental-dump-help")
}
