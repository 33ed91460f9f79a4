import Encodings
import FixtureSupport
import Foundation
import Testing

@testable import TOTPImport
@testable import totp_import

/// The content of `--help`, the manual page and the completions. `Docs/development/make_options.py` proves
/// that the pages name every option of every command.
struct HelpTests {
    private func help(_ command: String) throws -> String {
        let outcome = try Program.run(command.split(separator: " ").map(String.init) + ["--help"])
        #expect(outcome.status == 0)
        return outcome.text
    }

    /// Without the text of the manual, which `Docs/development/make_options.py` checks.
    @Test("--help has no text of the manual", arguments: ["import", "vault edit"])
    func helpIsShort(command: String) throws {
        let text = try help(command)
        #expect(text.contains("--passphrase-file <file>") && !text.contains("Without this option"))
        #expect(!text.contains("passphrases\n") && !text.contains("`"))
    }

    @Test func theManualIsInTheDump() throws {
        let dump = try Program.run(["--experimental-dump-help"])
        #expect(dump.status == 0)
        #expect(dump.text.contains("Without this option: TOTP_IMPORT_PASSPHRASE, else a prompt."))
    }

    /// Examples are complete command lines: the parser accepts them.
    @Test func everyCommandHasExamples() throws {
        let tree = CommandTree(RootCommand.self)
        #expect(Set(HelpExamples.all.keys) == Set(tree.commands.map(\.path)))
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
        let tree = CommandTree(RootCommand.self)
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
        #expect(try complete(["totp-import", "guide", "okta"]) == ["okta", "okta-verify"])
        #expect(try complete(["totp-import", "guide", "goo"]).contains("google"))
    }

    /// Lines that a terminal breaks by itself are hard to read.
    @Test func everyHelpFitsATerminal() throws {
        for command in CommandTree(RootCommand.self).commands {
            let text = try help(command.path.split(separator: " ").dropFirst().joined(separator: " "))
            #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(command.path)")
            #expect(
                !text.contains(/--(?!id )([a-z-]+) <\1>/.ignoresCase()),
                "\(command.path): a placeholder says what it is")
            for name in command.options.compactMap({ $0.names.max { $0.count < $1.count } }) {
                let lines = text.split(separator: "\n").filter { $0.hasPrefix("  -") }
                #expect(
                    lines.count { $0.split { " ,".contains($0) }.contains(name[...]) } == 1, "\(command.path) \(name)")
            }
        }
    }

    @Test func longHelpsAreInGroups() throws {
        for command in CommandTree(RootCommand.self).commands where command.options.count > 18 {
            let text = try help(command.path.split(separator: " ").dropFirst().joined(separator: " "))
            let start = try #require(text.firstRange(of: "\nOPTIONS:\n")).upperBound
            let first = try #require(text[start...].split(separator: "\n\n").first)
            #expect(first.split(separator: "\n").count { $0.hasPrefix("  -") } == 6, "\(command.path)")
            #expect(text.contains("\nMESSAGES AND OUTPUT:\n"), "\(command.path)")
        }
    }

    /// Each finds the app that it is the beginning of.
    @Test func shortNamesOfAppsAreNames() throws {
        #expect(AppSearch.shortNames.contains("google") && AppSearch.shortNames.contains("aegis"))
        for name in AppSearch.shortNames { _ = try AppSearch.app(name) }
    }

    @Test func everyCommandIsListed() throws {
        let tree = CommandTree(RootCommand.self)
        for command in tree.commands where !command.subcommands.isEmpty {
            let overview = try help(command.path.split(separator: " ").dropFirst().joined(separator: " "))
            for name in command.subcommands.keys {
                #expect(overview.contains("  \(name) "), "\(command.path) \(name)")
            }
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

    @Test(
        "Wrong usage exits with 64, and writes only to standard error",
        arguments: [
            ["list"], ["list", "x", "--bogus"], ["convert", "x"],
            ["convert", "x", "--to", "json", "--target-passphrase-file", "y"],
            ["convert", "x", "--to", "json", "--plain", "--target-passphrase-file", "y"],
            ["convert", "x", "--to", "json", "--json"], ["convert", "x", "--to", "json", "--jobs", "many"],
            ["import", "x", "--vault", "v", "--on-duplicate", "ask"],
            ["import", "-", "--vault", "v", "--passphrase-file", "-"], ["import", "-", "-", "--vault", "v"],
            ["list", "x", "--from", "nowhere"], ["list", "x", "--quiet", "--verbose"], ["vault", "check"],
            ["vault", "passwd", "v", "--passphrase-file", "-", "--new-passphrase-file", "-"],
            ["vault", "check", "v", "--passphrase-file", "a", "--recovery-file", "b"],
            ["vault", "remove", "v"], ["vault", "edit", "v", "--set-issuer", "x"],
            ["vault", "remove", "v", "1", "--keep", "\(Limit.versions + 1)"], ["vault", "recovery", "remove", "v"],
            ["vault", "recovery", "remove", "v", "1", "--all"], ["codes", "x", "--mask"],
            ["codes", "x", "name", "--search", "y"], ["codes", "x", "--all"],
            ["codes", "x", "name", "--all", "--copy"],
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
