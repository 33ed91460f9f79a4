import TOTPDomain
import Testing

@testable import Importers

@Suite("Tables that are drawn with characters")
struct DrawnTableTests {
    private static let one = "JBSWY3DPEHPK3PXP", two = "GEZDGNBVGY3TQOJQ"

    private func read(_ text: String) throws -> ImportedDocument {
        let document = try ImportersTests.read(text)
        #expect(document.format == "csv")
        #expect(document.records == document.entries.count + document.skipped.total)
        return document
    }

    @Test("Markdown: marks around cells go, escaped bars stay, and the text around the table is counted")
    func markdown() throws {
        let document = try read(
            """
            # My codes | of 2025

            Keep this safe.

            | Service | Account | Secret key |
            |---------|:-------:|-----------:|
            | Acorn | alice | `\(Self.one)` |
            | **A\\|B** | bob\\_smith@example.com | \(Self.two) |

            That is all.
            """)
        #expect(document.items.map(\.label) == ["Acorn: alice", "A|B: bob_smith@example.com"])
        #expect(document.items.map(\.secret.base32) == [Self.one, Self.two])
        #expect(document.skipped.counts == [.notAnAccount: 3])
    }

    @Test("Every table with secrets is read, with any columns, and rows keep their line numbers")
    func severalTables() throws {
        let document = try read(
            """
            | Day | Weather |
            |---|---|
            | Monday | rain |

            Service | TOTP
            --- | ---
            Acorn | \(Self.one)
            Birch | not base32!

            | Issuer | Name | TOTP secret | Digits |
            |---|---|---|---|
            | Cedar | carol | \(Self.two) | 8 |
            | Cedar | \(Self.one) | 8 | | surplus |
            """)
        #expect(document.items.map(\.label) == ["Acorn", "Cedar: carol"])
        #expect(document.items.map(\.parameters.digits) == [6, 8])
        #expect(document.rejections.map(\.position) == [EntryPosition(line: 8), EntryPosition(line: 13)])
        // A secret in the place of a name is not shown.
        #expect(document.rejections.map(\.label) == ["Birch", "Cedar"])
        #expect(document.skipped.counts == [.notAnAccount: 2])
    }

    @Test("The output of a tool ends with its table; a row that failed has no secret, and no password is shown")
    func pipes() throws {
        let document = try read(
            """

            --- Authy GDPR Export Decryptor v1.0 ---

            Backup Password: hunter2hunter2hunter

            STATUS   | ACCOUNT                        | TOTP SECRET
            ---------------------------------------------------------------------------
            [ OK ]   | Acorn: alice                   | \(Self.one)
            [ OK ]   | bob@example.com                | \(Self.two)
            [FAIL]   | Old thing                      | Missing Data
            ---------------------------------------------------------------------------
            Decrypted: 2 / 3
            """)
        #expect(document.items.map { [$0.issuer, $0.name] } == [["Acorn", "alice"], ["", "bob@example.com"]])
        #expect(
            document.rejections.map(\.code) == [.secretMissing] && document.rejections.map(\.label) == ["Old thing"])
        #expect(document.skipped.counts == [.notAnAccount: 3])
        #expect(!document.warnings.map(\.message).contains { $0.contains("hunter2") })
    }

    @Test("A grid with lines between its rows is a table as well")
    func grid() throws {
        let line = "+-------+--------+------------------+"
        let document = try read(
            """
            \(line)
            | issuer | name | secret           |
            \(line)
            | Acorn  | a, b | \(Self.one) |
            \(line)
            | Birch  | "b"  | \(Self.two) |
            \(line)
            """)
        #expect(document.items.map { [$0.issuer, $0.name] } == [["Acorn", "a, b"], ["Birch", "\"b\""]])
    }

    @Test(
        "A record in several rows is one account: below an empty first cell, between rules, and as psql marks it",
        arguments: [
            """
            | Service   | Account    | Secret       |
            |-----------|------------|--------------|
            | Acorn Ltd | alice@exam | JBSWY3DPEHPK |
            |           | ple.com    | 3PXP         |
            | Birch     | bob        | GEZDGNBVGY3T |
            |           |            | QOJQ         |
            """,
            """
            +---------+------------+--------------+
            | Service | Account    | Secret       |
            +---------+------------+--------------+
            | Acorn   | alice@exam | JBSWY3DPEHPK |
            | Ltd     | ple.com    | 3PXP         |
            +---------+------------+--------------+
            | Birch   | bob        | GEZDGNBVGY3T |
            |         |            | QOJQ         |
            +---------+------------+--------------+
            """,
            """
             Service   | Account          |    Secret
            -----------+------------------+--------------
             Acorn Ltd | alice@example.c. | JBSWY3DPEHPK.
                       |.om               |.3PXP
             Birch     | bob              | GEZDGNBVGY3T.
                       |                  |.QOJQ
            """,
        ])
    func wrappedCells(text: String) throws {
        let document = try read(text)
        #expect(
            document.items.map { [$0.issuer, $0.name] } == [["Acorn Ltd", "alice@example.com"], ["Birch", "bob"]])
        #expect(document.items.map(\.secret.base32) == [Self.one, Self.two])
        #expect(document.rejections.isEmpty)
    }

    @Test("A link in a cell that was wrapped is whole again, or the table is not read as one")
    func wrappedLinks() throws {
        let link = "otpauth://totp/Acorn:alice?secret=\(Self.one)\(Self.two)&issuer=Acorn&digits=8&period=60"
        for width in 20..<link.count {
            var rows = "", rest = link[...]
            while !rest.isEmpty {
                rows += "| \(rows.isEmpty ? "Acorn" : "     ") | \(rest.prefix(width)) |\n"
                rest = rest.dropFirst(width)
            }
            let last = "| Birch | otpauth://totp/b?secret=\(Self.two) |\n"
            let document = try read("| Issuer | otpauth |\n|---|---|\n\(rows)\(last)")
            #expect(document.items.map(\.secret.base32) == [Self.one + Self.two, Self.two], "width \(width)")
            #expect(document.items.first?.parameters.digits == 8 && document.items.first?.parameters.period == 60)
        }
    }

    @Test("An account whose first cell is empty is one of its own")
    func emptyFirstCells() throws {
        let document = try read(
            """
            | Folder | Name  | Secret           |
            |--------|-------|------------------|
            | Work   | Acorn | \(Self.one) |
            |        | Birch | \(Self.two) |
            """)
        #expect(document.items.map(\.secret.base32) == [Self.one, Self.two])
    }

    @Test("If two rows between rules may be two accounts or one, the table is refused")
    func unclearRows() {
        let line = "+-------+------------------+"
        let text = """
            \(line)
            | Name  | Secret           |
            \(line)
            | Acorn | \(Self.one) |
            | Birch | \(Self.two) |
            \(line)
            | Cedar | \(Self.one) |
            \(line)
            """
        #expect(throws: SourceError.self) { try ImportersTests.read(text) }
    }

    @Test(
        "A table without secrets, and bars without a table, match no format",
        arguments: [
            "| a | b |\n|---|---|\n| c | d |", "| name | secret |\n|---|---|\n| a | hunter2 |", "|\n---\n|\n|---|",
            "a | b\n", "| name | totp |",
        ])
    func others(text: String) { #expect(throws: (any Error).self) { try ImportersTests.read(text) } }
}
