import FixtureSupport
import Foundation
import Testing

/// Every command says which flags it takes, takes those of the contract, and takes nothing else.
struct HelpTests {
    private static let talk = ["--quiet", "--verbose", "--no-color"]
    private static let source = [
        "--from", "--source-passphrase-file", "--key-file", "--kdf-memory", "--jobs", "--passphrase-file",
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
                "--keep", "--no-backup",
            ]
        ),
        (
            "convert",
            source + selection + talk + [
                "--to", "--output", "--force", "--sheet", "--encrypt", "--plain", "--target-passphrase-file",
                "--on-duplicate", "--dry-run", "--strict", "--report", "--json",
            ]
        ),
        ("verify", source + talk + ["--against", "--json"]),
        ("scan", talk + ["--json", "--reveal", "--strict", "--jobs"]),
        (
            "validate",
            talk + [
                "--csv-field", "--json-field", "--json", "--sarif", "--csv", "--fix", "--output", "--force", "--rules",
                "--disable", "--severity", "--strict", "--jobs",
            ]
        ),
        ("list", source + selection + talk + ["--json", "--reveal"]),
        ("codes", source + selection + talk + ["--watch", "--mask", "--json"]),
        ("formats", talk + ["--json"]),
        ("vault create", talk + generate + ["--passphrase-file"]),
        (
            "vault add",
            talk + key + backups + [
                "--yes", "--issuer", "--name", "--secret-file", "--type", "--algorithm", "--digits", "--period",
                "--counter", "--note", "--add-tag",
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
        ("vault undo", talk + key + backups + ["--yes"]),
        ("vault restore", talk + key + backups + ["--yes", "--json"]),
        ("vault passwd", talk + key + backups + ["--new-passphrase-file"]),
        ("vault recovery add", talk + key + backups),
        ("vault recovery list", talk + key),
        ("vault recovery remove", talk + key + backups + ["--yes", "--all"]),
        ("vault add-recovery", talk + key + backups),
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
        let explained = lines.compactMap { $0.firstMatch(of: #/^  (?:-\w, )?(--[a-z-]+)/#)?.1 }.map(String.init)
        #expect(Set(explained) == Set(flags + ["--version", "--help"]))
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
