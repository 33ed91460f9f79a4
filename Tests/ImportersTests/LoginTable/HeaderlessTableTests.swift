import FixtureSupport
import TOTPDomain
import Testing

@testable import Importers

@Suite("Tables without a header")
struct HeaderlessTableTests {
    private static let one = "JBSWY3DPEHPK3PXP", two = "GEZDGNBVGY3TQOJQ"

    @Test(
        "One column of secrets with one or two columns of names is a table",
        arguments: [
            ("Acorn,alice,\(one)\nBirch,bob,\(two)", ["Acorn: alice", "Birch: bob"]),
            (
                "Acorn\t\(one)\nb@example.com\t\(two)\nBirch:bob\tjbsw y3dp ehpk 3pxp",
                ["Acorn", "b@example.com", "Birch: bob"]
            ),
            ("\(one);Acorn;alice", ["Acorn: alice"]), (",Acorn,alice,\(one),\n,Birch,,\(two),", nil),
            (",Acorn,alice,\(one),\n,Birch,bob,\(two),", ["Acorn: alice", "Birch: bob"]),
            // The name is first if only it is an address.
            (
                "a@example.com,Acorn,\(one)\nb@example.com,Birch,\(two)",
                ["Acorn: a@example.com", "Birch: b@example.com"]
            ),
            ("\"Acorn, Inc.\",\"alice\",\"\(one)\"", ["Acorn, Inc.: alice"]),
            ("Acorn,a,\(one)\nBirch,b,otpauth://totp/?secret=\(two)", ["Acorn: a", "Birch: b"]),
            // Two columns of secrets, other numbers of cells, parameters, words, and texts that are not tables.
            ("Acorn,\(two),\(one)", nil), ("Acorn,alice,\(one)\nBirch,\(two)", nil),
            ("Acorn,\(one),6\nBirch,\(two),8", nil),
            ("Acorn,\(one),totp", nil), ("Acorn,alice,GOOGLEAUTHENTICA", nil), ("Acorn,alice,ABCDEFGHIJKLMN22", nil),
            ("Acorn,alice,ABCDEF2345672345", nil), ("a,b,c,\(one)", nil), (one, nil), ("Acorn,alice,\(one)\n\"", nil),
        ] as [(String, [String]?)])
    func tables(text: String, labels: [String]?) throws {
        let document = try? read(text)
        #expect(document?.items.map(\.label) == labels)
        #expect(document == nil || document?.format == "csv")
        #expect(document == nil || document?.rejections.isEmpty == true)
    }

    @Test(
        "Links with commas are a list of links",
        arguments: [
            "otpauth://totp/a,b?secret=\(one)", "otpauth://totp/a?secret=\(one)&issuer=b,c",
            "otpauth://totp/a?secret=\(one)&issuer=b,c\notpauth://totp/b?secret=\(two)&issuer=b,c",
        ])
    func links(text: String) throws { #expect(try read(text).format == "otpauth") }

    @Test("Thousands of lines of prose and passwords with separators give no table")
    func prose() {
        var generator = SeededGenerator(seed: 33)
        for round in 0..<3000 {
            let mark = [",", ";", "\t"][round % 3]
            let lines = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
                round.isMultiple(of: 2)
                    ? "\(InventedProse.sentence(&generator))\(mark)\(InventedProse.sentence(&generator))"
                    : "\(InventedProse.word(&generator))\(mark)\(InventedProse.password(&generator))"
            }
            let text = Array(lines.joined(separator: "\n").utf8)
            #expect(HeaderlessTable.find(in: text) == nil)
            #expect((try? LoginTableFile(text))?.tables.isEmpty != false)
        }
    }
}
