import FixtureSupport
import Foundation
import Testing

@testable import totp_import

/// Every command says which flags it takes, takes those of the contract, and takes nothing else.
struct HelpTests {
    private static let talk = ["--quiet", "--verbose", "--no-color"]
    private static let source = [
        "--from", "--columns", "--secret-encoding", "--source-passphrase-file", "--key-file", "--kdf-memory",
        "--kdf-time", "--jobs", "--passphrase-file",
        "--files-from",
    ]

    private static let selection = ["--search", "--issuer", "--tag", "--id"]
    private static let key = ["--passphrase-file", "--recovery-file"]
    private static let backups = ["--keep", "--no-backup"]
    private static let generate = ["--generate", "--length", "--classes"]

    static let commands: [(command: String, flags: [String])] = [
        (
            "import",
            source + talk + generate + [
                "--vault", "--recovery-file", "--on-duplicate", "--dry-run", "--strict", "--report", "--json",
                "--keep", "--no-backup", "--allow-empty", "--resume", "--delete-list", "--print0",
            ]
        ),
        (
            "convert",
            source + selection + talk + [
                "--to", "--output", "--force", "--accounts-per-code", "--cipher", "--plain",
                "--target-passphrase-file", "--on-duplicate", "--dry-run", "--strict", "--report", "--json",
                "--allow-empty", "--resume",
                "--delete-list", "--print0",
            ]
        ),
        ("verify", source + talk + ["--against", "--json"]),
        (
            "scan",
            talk + [
                "--json", "--reveal", "--annotate", "--strict", "--jobs", "--allow-empty", "--files-from", "--resume",
            ]
        ),
        (
            "validate",
            talk + [
                "--csv-field", "--json-field", "--json", "--sarif", "--csv", "--fix", "--output", "--force", "--rules",
                "--disable", "--severity", "--strict", "--jobs", "--allow-empty", "--files-from", "--resume",
                "--findings-only", "--profile", "--fingerprints", "--fingerprint-key-file",
            ]
        ),
        ("list", source + selection + talk + ["--duplicates", "--json", "--reveal", "--allow-empty"]),
        ("codes", source + selection + talk + ["--copy", "--watch", "--mask", "--json"]),
        ("formats", talk + ["--json"]),
        ("guide", talk + ["--to"]),
        ("vault create", talk + generate + ["--passphrase-file"]),
        (
            "vault add",
            talk + key + backups + [
                "--yes", "--issuer", "--name", "--secret-file", "--type", "--pin-file", "--algorithm", "--digits",
                "--period", "--counter", "--note", "--add-tag",
            ]
        ),
        (
            "vault edit",
            talk + key + backups + selection + [
                "--yes", "--set-issuer", "--set-name", "--set-note", "--set-favorite", "--add-tag", "--remove-tag",
                "--set-algorithm", "--set-digits", "--set-period", "--set-counter",
            ]
        ),
        ("vault remove", talk + key + backups + selection + ["--yes"]),
        ("vault duplicates", talk + key + backups + ["--dry-run"]),
        ("vault undo", talk + key + backups + ["--yes"]),
        ("vault restore", talk + key + backups + ["--yes", "--json"]),
        ("vault passwd", talk + key + backups + ["--new-passphrase-file"]),
        ("vault recovery add", talk + key + backups),
        ("vault recovery list", talk + key),
        ("vault recovery remove", talk + key + backups + ["--yes", "--all"]),
        ("vault check", talk + key + ["--json"]),
    ]

    private func help(_ command: String) throws -> String {
        let outcome = try Program.run(command.split(separator: " ").map(String.init) + ["--help"])
        #expect(outcome.status == 0)
        return outcome.text
    }

    @Test(arguments: commands)
    func everyFlagIsExplained(command: String, flags: [String]) throws {
        let lines = try help(command).split(separator: "\n")
        let explained = lines.compactMap { $0.firstMatch(of: #/^  (?:-\w, )?(--[a-z0-9-]+)/#)?.1 }.map(String.init)
        #expect(Set(explained) == Set(flags + ["--version", "--help"]))
    }

    /// Examples are complete command lines: the parser accepts them.
    @Test func everyCommandHasExamples() throws {
        let tree = try #require(CommandTree(RootCommand._dumpHelp()))
        let commands = tree.commands.filter { $0.path != "totp-import help" }
        #expect(Set(HelpExamples.all.keys) == Set(commands.map(\.path)))
        for (command, examples) in HelpExamples.all {
            #expect(examples.count >= 3, "\(command)")
            for example in examples {
                let words = example.line.prefix { $0 != "|" && $0 != ">" }.split(separator: " ").map(String.init)
                #expect(words.first == "totp-import" && example.line.count <= 76, "\(example.line)")
                let arguments = VerifyCommand.arguments(Array(words.dropFirst()))
                // The parser does not get to see these.
                if VersionDetails.areAsked(by: arguments) { continue }
                #expect(throws: Never.self, "\(example.line)") { _ = try RootCommand.parseAsRoot(arguments) }
            }
        }
        let text = try help("convert")
        #expect(text.contains("\nEXAMPLES:\n  ") && text.contains("\nMORE: man totp-import"))
    }

    /// A list of 50 formats hides everything else.
    @Test(arguments: ["import", "convert", "list", "formats", "guide"])
    func formatsAreNotListedInHelp(command: String) throws {
        let text = try help(command)
        #expect(!text.contains("authy-scripts") && !text.contains("lastpass-vault"))
        #expect(text.split(separator: "\n").count < 100)
    }

    /// Both ways: an option without an entry, and an entry for an option that is gone.
    @Test func theManualPageHasEveryOption() throws {
        let page = try String(
            contentsOf: FixtureFolder.package.appending(path: "Docs/man/totp-import.1"), encoding: .utf8)
        let tree = try #require(CommandTree(RootCommand._dumpHelp()))
        let options = Set(tree.commands.flatMap(\.options).flatMap(\.names))
        // An entry is `.It Fl o , -output Ar file`.
        var documented: Set<String> = []
        for line in page.split(separator: "\n") where line.hasPrefix(".It Fl ") {
            for word in line.dropFirst(4).split(separator: " ") where word.hasPrefix("-") || word.count == 1 {
                if word != "," && word != "|" { documented.insert("-\(word)") }
            }
        }
        let parserOnly: Set = ["--generate-completion-script", "-help"]
        #expect(options.subtracting(documented).subtracting(parserOnly) == [], "missing in the manual page")
        #expect(documented.subtracting(options).subtracting(parserOnly) == [], "only in the manual page")
        for command in tree.commands.map({ $0.path.split(separator: " ").last ?? "" }) where command != "totp-import" {
            #expect(page.contains("\(command)"), "\(command)")
        }
    }

    /// Both ways: a command that has the option and is not named, and one that is named and does not have it.
    @Test func theTableOfOptionsNamesTheCommands() throws {
        let page = try String(contentsOf: FixtureFolder.package.appending(path: "Docs/cli.md"), encoding: .utf8)
        let tree = try #require(CommandTree(RootCommand._dumpHelp()))
        var owners: [String: Set<String>] = [:]
        for command in tree.commands where command.subcommands.isEmpty && command.path != "totp-import help" {
            for option in command.longOptions {
                owners[option, default: []].insert(String(command.path.dropFirst("totp-import ".count)))
            }
        }
        // Of the account that is added; Docs/cli.md describes it with the command.
        owners["--issuer"]?.remove("vault add")
        let all = owners["--help"] ?? []
        func commands(_ words: String) -> Set<String> {
            let sides = words.components(separatedBy: " but ").map { side -> Set<String> in
                var commands: Set<String> = []
                for name in side.replacing(" and ", with: ", ").components(separatedBy: ", ") {
                    switch name {
                    case "all": commands.formUnion(all)
                    case "all of vault": commands.formUnion(all.filter { $0.hasPrefix("vault ") })
                    default: commands.insert(name)
                    }
                }
                return commands
            }
            return sides.dropFirst().reduce(sides[0]) { $0.subtracting($1) }
        }
        var named: [String: Set<String>] = [:]
        let section = try #require(page.components(separatedBy: "\n## Options\n").last)
        for row in section.components(separatedBy: "\n## ")[0].split(separator: "\n") {
            guard row.hasPrefix("| `-"), !row.contains("without a command") else { continue }
            let cells = row.components(separatedBy: " | ")
            for option in cells[0].matches(of: #/--[a-z0-9-]+/#) {
                named[String(option.output), default: []].formUnion(commands(cells[1]))
            }
        }
        #expect(named.count > 50)
        for (option, commands) in named { #expect(owners[option] == commands, "\(option)") }
    }

    @Test func completionsHaveValues() throws {
        for shell in ["bash", "zsh", "fish"] {
            let script = try Program.run(["--generate-completion-script", shell])
            #expect(script.status == 0)
            #expect(script.text.contains("authy-scripts") && script.text.contains("google-migration"), "\(shell)")
        }
    }

    /// In bash itself: `totp-import convert x --to ae<TAB>`.
    @Test(.enabled(if: ExternalProgram(named: "bash") != nil))
    func bashCompletes() throws {
        let bash = try #require(ExternalProgram(named: "bash"))
        func complete(_ words: [String]) throws -> [String] {
            let script = """
                eval "$('\(Program.url.file)' --generate-completion-script bash)"
                COMP_WORDS=(\(words.joined(separator: " ")))
                COMP_CWORD=\(words.count - 1)
                COMP_LINE="${COMP_WORDS[*]}" COMP_POINT=${#COMP_LINE} COMP_TYPE=9
                _totp-import totp-import "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
                printf '%s\\n' "${COMPREPLY[@]}"
                """
            return try bash.run(["-c", script]).output.split(separator: "\n").map(String.init)
        }
        #expect(try complete(["totp-import", "conv"]) == ["convert"])
        #expect(try complete(["totp-import", "convert", "x", "--to", "aeg"]) == ["aegis"])
        #expect(try complete(["totp-import", "list", "x", "--from", "authy"]) == ["authy", "authy-scripts"])
        #expect(try complete(["totp-import", "guide", "okta"]) == ["okta-verify"])
    }

    @Test func everyCommandIsListed() throws {
        for (command, _) in Self.commands {
            let words = command.split(separator: " ")
            let overview = try help(words.dropLast().joined(separator: " "))
            #expect(overview.contains("  \(words[words.count - 1]) "), "\(command)")
        }
        let version = try Program.run(["--version"])
        #expect(version.status == 0)
        #expect(version.text.contains(#/^\d+\.\d+\.\d+/#))
    }

    @Test(arguments: [[], ["vault"]])
    func noCommandShowsTheHelp(arguments: [String]) throws {
        let outcome = try Program.run(arguments)
        #expect(outcome.status == 0)
        #expect(outcome.text.contains("USAGE: totp-import"))
    }

    @Test(arguments: [
        ["list"], ["list", "x", "--bogus"], ["convert", "x"],
        ["convert", "x", "--to", "json", "--target-passphrase-file", "y"],
        ["convert", "x", "--to", "json", "--plain", "--target-passphrase-file", "y"],
        ["convert", "x", "--to", "json", "--json"], ["convert", "x", "--to", "json", "--jobs", "many"],
        ["import", "x", "--vault", "v", "--on-duplicate", "ask"],
        ["import", "-", "--vault", "v", "--passphrase-file", "-"], ["import", "-", "-", "--vault", "v"],
        ["list", "x", "--from", "nothing"], ["list", "x", "--quiet", "--verbose"], ["vault", "check"],
        ["vault", "passwd", "v", "--passphrase-file", "-", "--new-passphrase-file", "-"],
        ["vault", "check", "v", "--passphrase-file", "a", "--recovery-file", "b"],
        ["vault", "remove", "v"], ["vault", "edit", "v", "--set-issuer", "x"], ["vault", "remove", "v", "zz"],
        ["vault", "remove", "v", "1", "--keep", "101"], ["vault", "recovery", "remove", "v"],
        ["vault", "recovery", "remove", "v", "1", "--all"], ["codes", "x", "--mask"],
        ["codes", "x", "name", "--search", "y"],
        // A passphrase is never an argument.
        ["list", "x", "--passphrase", "y"], ["vault", "create", "x", "y"],
    ])
    func wrongUsageIsToldFromTrouble(arguments: [String]) throws {
        let outcome = try Program.run(arguments)
        #expect(outcome.status == 64)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.hasPrefix("Error: "))
    }
}
