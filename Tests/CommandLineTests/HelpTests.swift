import FixtureSupport
import Foundation
import Testing

/// Every command says which flags it takes, takes those of the contract, and takes nothing else.
struct HelpTests {
    private static let talk = ["--quiet", "--verbose", "--no-color"]
    private static let source = [
        "--from", "--source-passphrase-file", "--key-file", "--kdf-memory", "--jobs", "--passphrase-file",
    ]

    static let commands: [(command: String, flags: [String])] = [
        (
            "import",
            source + talk + [
                "--vault", "--recovery-file", "--on-duplicate", "--dry-run", "--strict", "--report", "--json",
                "--no-backup", "--allow-empty",
            ]
        ),
        (
            "convert",
            source + talk + [
                "--to", "--output", "--force", "--sheet", "--encrypt", "--plain", "--target-passphrase-file",
                "--on-duplicate", "--dry-run", "--strict", "--report", "--json", "--allow-empty",
            ]
        ),
        ("verify", source + talk + ["--against", "--json"]),
        ("scan", talk + ["--json", "--reveal", "--strict", "--jobs", "--allow-empty"]),
        (
            "validate",
            talk + [
                "--csv-field", "--json-field", "--json", "--sarif", "--csv", "--fix", "--output", "--force", "--rules",
                "--disable", "--severity", "--strict", "--jobs", "--allow-empty",
            ]
        ),
        ("list", source + talk + ["--search", "--json", "--reveal"]),
        ("codes", source + talk + ["--search", "--watch", "--json"]),
        ("formats", talk + ["--json"]),
        ("vault create", talk + ["--passphrase-file"]),
        (
            "vault passwd",
            talk + ["--passphrase-file", "--recovery-file", "--new-passphrase-file", "--no-backup"]
        ),
        ("vault add-recovery", talk + ["--passphrase-file", "--recovery-file"]),
        ("vault check", talk + ["--passphrase-file", "--recovery-file", "--json"]),
    ]

    private func help(_ command: String) throws -> String {
        let outcome = try Program.run(command.split(separator: " ").map(String.init) + ["--help"])
        #expect(outcome.status == 0)
        return outcome.text
    }

    @Test(arguments: commands)
    func everyFlagIsExplained(command: String, flags: [String]) throws {
        let lines = try help(command).split(separator: "\n")
        let explained = lines.compactMap { $0.firstMatch(of: #/^  (?:-\w, )?(--[a-z-]+)/#)?.1 }.map(String.init)
        #expect(Set(explained) == Set(flags + ["--version", "--help"]))
    }

    @Test func everyCommandIsListed() throws {
        let overview = try help(""), vault = try help("vault")
        for (command, _) in Self.commands {
            let words = command.split(separator: " ")
            #expect((words.count == 2 ? vault : overview).contains("  \(words[words.count - 1]) "), "\(command)")
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
        ["list"], ["list", "x", "--bogus"], ["convert", "x"], ["convert", "x", "--to", "json", "--encrypt"],
        ["convert", "x", "--to", "json", "--target-passphrase-file", "y"],
        ["convert", "x", "--to", "json", "--plain", "--target-passphrase-file", "y"],
        ["convert", "x", "--to", "json", "--plain", "--encrypt"],
        ["convert", "x", "--to", "json", "--json"], ["convert", "x", "--to", "json", "--jobs", "many"],
        ["convert", "x", "--to", "json", "--report", "r.html"],
        ["import", "x", "--vault", "v", "--on-duplicate", "ask"],
        ["import", "-", "--vault", "v", "--passphrase-file", "-"], ["import", "-", "-", "--vault", "v"],
        ["list", "x", "--from", "nothing"], ["list", "x", "--quiet", "--verbose"], ["vault", "check"],
        ["vault", "passwd", "v", "--passphrase-file", "-", "--new-passphrase-file", "-"],
        ["vault", "check", "v", "--passphrase-file", "a", "--recovery-file", "b"],
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
