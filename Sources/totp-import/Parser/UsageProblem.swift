import ArgumentParser
import Encodings
import ImportPipeline
import Links
import SafeFile
import TOTPDomain
import TOTPImport

/// An unknown command or option, which the parser mentions only if no argument is missing.
struct UsageProblem {
    let message: String
    /// The command that was typed, as far as it is known: `totp-import vault`.
    let command: String

    private(set) var isUnknownCommand = false

    /// Names that users try, with the commands that they mean. Subcommands are found by their own names.
    private static let otherNames = [
        "add": ["vault add", "import"], "read": ["import", "list"], "export": ["convert"], "write": ["convert"],
        "show": ["list", "codes"], "ls": ["list"], "code": ["codes"], "otp": ["codes"], "totp": ["codes"],
        "watch": ["codes"], "check": ["validate", "vault check"], "lint": ["validate"], "compare": ["verify"],
        "diff": ["verify"], "apps": ["guide", "formats"], "how": ["guide"], "rescue": ["guide rescue"],
        "lost": ["guide rescue"], "forgot": ["guide rescue"], "password": ["vault passwd"],
        "passphrase": ["vault passwd"], "rename": ["vault edit"], "delete": ["vault remove"],
        "history": ["vault restore"], "init": ["vault create"],
    ]

    /// The first problem; nil if the arguments have no problem.
    init?(of arguments: [String], in tree: CommandTree) {
        var command = tree.root
        var described: [CommandTree.Option]?
        func options() -> [CommandTree.Option] {
            let options = described ?? command.options
            described = options
            return options
        }
        var passphraseFiles: Set<String> = []
        // The parser shows the help of the nearest command that it knows.
        var rest = arguments.first == "help" ? arguments.dropFirst() : arguments[...]
        while let argument = rest.popFirst(), argument != "--" {
            if argument.hasPrefix("--") {
                let name = String(argument.prefix { $0 != "=" })
                guard let option = options().named(name) else {
                    self.init(unknownOption: argument, before: rest, of: command, in: tree)
                    return
                }
                if name.hasSuffix("passphrase-file"), !passphraseFiles.insert(name).inserted {
                    self.init(
                        message: "'\(name)' is given twice. \(Self.secondPassphraseFile(name))", command: command.path)
                    return
                }
                if option.takesValue, !argument.contains("=") { _ = rest.popFirst() }
            } else if argument.hasPrefix("-"), argument != "-" {
                guard let takesValue = Self.takesValue(argument, options()) else {
                    self.init(unknownOption: argument, before: rest, of: command, in: tree)
                    return
                }
                if takesValue { _ = rest.popFirst() }
            } else if !command.subcommands.isEmpty {
                guard let next = command.subcommands[argument] else {
                    self.init(unknownCommand: argument, in: command, of: tree)
                    return
                }
                command = next
                described = nil
            }
        }
        return nil
    }

    /// Whether the argument after short options is a value; nil if one of them is unknown. `-qo` may be two options.
    private static func takesValue(_ argument: String, _ options: [CommandTree.Option]) -> Bool? {
        var takesValue = false
        for letter in argument.dropFirst().prefix(while: { $0 != "=" }) {
            guard let option = options.named("-\(letter)") else { return nil }
            takesValue = option.takesValue
        }
        return takesValue && !argument.contains("=")
    }

    private init(message: String, command: String) { (self.message, self.command) = (message, command) }

    private static func secondPassphraseFile(_ name: String) -> String {
        switch name {
        case "--source-passphrase-file": "Put all passphrases into one file, one per line."
        case "--target-passphrase-file": "What is written has one passphrase."
        default: "A vault has one passphrase; for encrypted inputs, put theirs into a file of --source-passphrase-file."
        }
    }

    /// What an option of other programs is called here; nil for an option that people do not try.
    ///
    /// - Parameter value: what follows it.
    private static func usual(_ name: String, _ value: String?, _ command: CommandTree.Command) -> String? {
        let options = Set(command.longOptions)
        switch name {
        case "-p", "--pass", "--password", "--passphrase":
            guard let file = options.filter({ $0.hasSuffix("passphrase-file") }).min(by: { $0.count < $1.count }) else {
                return nil
            }
            return " A passphrase is never an argument, which other users could see. Omit it, and type it when you are "
                + "asked, or put it into a file, and name this file with '\(file)'."
        case _ where value?.lowercased() == "json" && options.contains("--json"): return Similarity.question(["--json"])
        case "--format", "-t":
            let names = ["--to", "--from"].filter(options.contains)
            return names.isEmpty ? nil : Similarity.question(names)
        default: return nil
        }
    }

    /// - Parameters:
    ///   - argument: the option, maybe with its value.
    ///   - rest: what follows it.
    private init(
        unknownOption argument: String, before rest: ArraySlice<String>, of command: CommandTree.Command,
        in tree: CommandTree
    ) {
        self.command = command.path
        let name = String(argument.prefix { $0 != "=" })
        let value = name == argument ? rest.first : String(argument.dropFirst(name.count + 1))
        if let words = Self.usual(name, value, command) {
            message = "Unknown option '\(Self.shown(name))'.\(words)"
            return
        }
        if let next = rest.lazy.compactMap({ command.subcommands[$0] }).first, next.options.named(name) != nil {
            message = "Put '\(Self.shown(name))' after the command: \(next.path) \(Self.shown(name))."
            return
        }
        let word = String(name.drop { $0 == "-" })
        var nearest = command.options.flatMap(\.names).filter { $0 == "--\(word)" }
        if nearest.isEmpty {
            let asNamed = word.replacing("password", with: "passphrase")
            nearest = Similarity.nearest(to: asNamed, in: command.longOptions.map { String($0.dropFirst(2)) })
                .map { "--\($0)" }
        }
        let message = "Unknown option '\(Self.shown(name))'."
        if nearest.isEmpty {
            let others = tree.commands.filter { $0.options.named(name) != nil }.map(\.path.withoutProgram)
            if !others.isEmpty, name.count > 2 || name == "-o" {
                self.message =
                    others.count > 3
                    ? "\(message) Other commands have it."
                    : "\(message) It is an option of \(others.sentence)."
                        + (name == "-o" ? " Any output goes into a file with > FILE." : "")
                return
            }
        }
        self.message = message + Similarity.question(nearest)
    }

    private init(unknownCommand name: String, in command: CommandTree.Command, of tree: CommandTree) {
        self.command = command.path
        isUnknownCommand = true
        let message = "Unknown command '\(Self.shown(name))'."
        let isRoot = !command.path.contains(" ")
        // The parser's own command is missing from the program's commands.
        let names = (command.subcommands.keys + (isRoot ? ["help"] : [])).sorted()
        var nearest = isRoot ? Self.otherNames[name.lowercased(), default: []] : []
        if nearest.isEmpty {
            nearest = tree.commands.map(\.path).filter { $0.split(separator: " ").last == name[...] }
            if isRoot { nearest = nearest.map(\.withoutProgram) }
        }
        if nearest.isEmpty { nearest = Similarity.nearest(to: name, in: names) }
        if !nearest.isEmpty {
            self.message = message + Similarity.question(nearest)
        } else if isRoot, Self.isInput(name) {
            self.message = "\(message) To see what is in this input, put 'list' before it."
        } else if isRoot, Self.isApp(name) {
            self.message = message + Similarity.question(["guide \(Self.shown(name))"])
        } else {
            self.message = "\(message) The commands are \(names.sentence)."
        }
    }

    private static func isApp(_ name: String) -> Bool { !AppNames.match(name, in: AppSearch.apps).best.isEmpty }

    private static func isInput(_ name: String) -> Bool {
        if name.withoutLinks != name || InputCollector.isWebAddress(name) { return true }
        switch FolderListing.kind(of: name) {
        case .file, .folder, .link: return true
        case .other, .unreadable: return false
        }
    }

    /// An argument in a message.
    private static func shown(_ argument: String) -> String {
        argument.looksLikeSecret ? "…" : argument.withoutLinks.printable(limit: 60)
    }
}

extension String {
    fileprivate var withoutProgram: String { String(drop { $0 != " " }.dropFirst()) }
}

/// The parser's message about wrong usage, without secrets and control characters, and with suggestions.
struct UsageMessage {
    /// `Error: …`, `Usage: …` and where to read more.
    let lines: [String]

    /// - Parameters:
    ///   - error: the parser's error for these arguments.
    ///   - program: the outermost command.
    init(_ error: any Error, arguments: [String], of program: any ParsableCommand.Type) {
        let shown = arguments.map { $0.looksLikeSecret ? Self.hidden($0) : $0.withoutLinks.sanitized }
        let text = program.fullMessage(for: Self.error(of: shown, program) ?? error)
        var lines = text.split(separator: "\n").map { String($0).withoutLinks.sanitized }
        for argument in arguments where argument.looksLikeSecret {
            lines = lines.map { $0.replacing(argument, with: "…") }
        }
        if let problem = UsageProblem(of: arguments, in: CommandTree(program)) {
            lines = ["Error: \(problem.message)"] + lines.drop { !$0.hasPrefix("Usage:") }
        }
        self.lines = lines.map(HelpText.fitting)
    }

    /// The parser reads `-search` as six options, among them `-h`, and shows other help for an unknown command.
    ///
    /// - Parameter program: the outermost command.
    /// - Throws: `ValidationError` for a long option with one hyphen, a second file with a passphrase, and the help of an
    ///   unknown command.
    static func checkHelp(_ arguments: [String], of program: any ParsableCommand.Type) throws {
        let names = arguments.map { $0.prefix { $0 != "=" } }.filter { $0.hasSuffix("passphrase-file") }
        let isSuspect =
            Set(names).count < names.count
            || arguments.contains { $0.count > 3 && $0.hasPrefix("-") && !$0.hasPrefix("--") }
        let asksForHelp = arguments.first == "help" || arguments.contains("--help") || arguments.contains("-h")
        guard isSuspect || asksForHelp, let problem = UsageProblem(of: arguments, in: CommandTree(program)),
            isSuspect || problem.isUnknownCommand
        else { return }
        throw ValidationError(problem.message)
    }

    /// The value of `--columns` looks like a part of a link. The parser must still be able to read it.
    private static func hidden(_ argument: String) -> String {
        (try? TableColumns(argument)) == nil ? "…" : "secret=1"
    }

    /// The parser's error repeats arguments, so it is made from arguments that can be shown.
    private static func error(of arguments: [String], _ program: any ParsableCommand.Type) -> (any Error)? {
        do {
            _ = try program.parseAsRoot(arguments)
            return nil
        } catch {
            return program.exitCode(for: error) == .validationFailure ? error : nil
        }
    }
}
