import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import ServerFormats

@Suite("A script for HashiCorp Vault")
struct HashiCorpVaultExportTests {
    private static func lines(_ export: Export) -> [Substring] {
        export.text.split(separator: "\n").filter { $0.hasPrefix("totp/keys/") || $0.hasPrefix("otpauth://") }
    }

    @Test(
        "The name of a key has only characters that Vault takes",
        arguments: [
            ("Acorn", "alice@example.com", "Acorn-alice@example.com", "Acorn:alice%40example.com"),
            ("A:B", "c d", "A-B-c-d", "A-B:c%20d"), ("", "-.é", "account", "-.%C3%A9"), ("", "a:b", "a-b", "a-b"),
            ("(x)", "$(id)", "x----id", "%28x%29:%24%28id%29"),
        ])
    func names(issuer: String, name: String, key: String, label: String) throws {
        let item = try SampleAccounts.item(issuer: issuer, name: name)
        let lines = Self.lines(HashiCorpVaultExport().write(.plain([item, item])))
        #expect(lines.count == 4 && lines[0] == "totp/keys/\(key)" && lines[2] == "totp/keys/\(key)-2", "\(lines)")
        #expect(lines[1].hasPrefix("otpauth://totp/\(label)?"), "\(lines)")
    }

    @Test("What Vault refuses is not written")
    func limits() throws {
        let items = try [
            SampleAccounts.item(.hotp, counter: 1), SampleAccounts.item(.steam), SampleAccounts.item(digits: 7),
            SampleAccounts.item(algorithm: .md5), SampleAccounts.item(digits: 8),
        ]
        let export = HashiCorpVaultExport().write(.plain(items))
        #expect(export.leftOut.map(\.index).sorted() == [0, 1, 2, 3])
    }

    /// A folder with a script, and a program that keeps its arguments and what it reads.
    private func run(_ program: String, there: String = "nothing") throws -> (
        Program.Outcome, added: String, called: String
    ) {
        let folder = try TemporaryFolder()
        let items = try ["a", "b"].map { try SampleAccounts.item(name: $0) }
        try folder.write(HashiCorpVaultExport().write(.plain(items)).text, to: "script")
        try folder.write(
            """
            #!/bin/sh
            echo "$*" >> called
            case "$*" in
                "token lookup") ;;
                "read totp/keys/"*"\(there)") echo "issuer Acorn" ;;
                "read totp/keys/denied") echo "permission denied" >&2; exit 2 ;;
                "read "*) echo "No value found at $2" >&2; exit 2 ;;
                "write totp/keys/"*" url=-") cat >> added; echo >> added ;;
                *) exit 9 ;;
            esac
            """, to: program)
        let outcome = try Program.run(
            URL(filePath: "/bin/sh"), ["-c", "chmod +x \(program); PATH=.:$PATH exec sh script"],
            in: URL(filePath: folder.path))
        let added = try folder.names().contains("added") ? folder.text("added") : ""
        return (outcome, added, try folder.text("called"))
    }

    @Test("Each link gets to a process of its own, by standard input", arguments: ["vault", "bao"])
    func script(program: String) throws {
        let (outcome, added, called) = try run(program)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(added.split(separator: "\n").count == 2 && !called.contains("otpauth"))
    }

    @Test("A key that exists is not overwritten, and the others are added")
    func existing() throws {
        let (outcome, added, _) = try run("vault", there: "a")
        #expect(outcome.status == 1 && outcome.errors.contains("not added, or there already: totp/keys/Acorn-a\n"))
        #expect(added.split(separator: "\n").count == 1 && added.contains("Acorn:b?"))
    }
}
