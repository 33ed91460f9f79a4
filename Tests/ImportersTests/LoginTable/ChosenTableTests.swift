import Encodings
import FixtureSupport
import TOTPDomain
import Testing

@testable import AnythingFormats

@Suite("Columns and encodings that the user names")
struct ChosenTableTests {
    private static let one = "JBSWY3DPEHPK3PXP", two = "GEZDGNBVGY3TQOJQ"

    private func read(
        _ text: String, _ columns: String? = nil, _ encoding: SecretEncoding? = nil
    ) throws -> ImportedDocument {
        let content = SourceContent(Array(text.utf8))
        return try LoginTableFormat().read(
            ImportRequest(content: content, columns: try columns.map { try TableColumns($0) }, secretEncoding: encoding)
        )
    }

    @Test(
        "A column of a table without a header is asked for, unless it is empty, counts the rows or can only have names",
        arguments: [
            (
                "rosa,\(one),SHA256,8,60\nben,\(two),SHA256,8,60", "name=1,secret=2",
                ["3 algorithm", "4 digits", "5 period"]
            ),
            ("rosa,\(one),SHA256,8,60", "name=1,secret=2", ["3 algorithm", "4 digits", "5 period"]),
            ("rosa,\(one),SHA256,8\nben,\(two),SHA1,6", "name=1,secret=2,digits=4", ["3 algorithm"]),
            // A number of an account with a counter may be that.
            ("Bank,rosa,\(one),hotp,7\nShop,ben,\(two),hotp,8", "issuer=1,name=2,secret=3", ["4 type", "5 nothing"]),
            ("Bank,rosa,\(one),hotp,1\nShop,ben,\(two),hotp,2", "issuer=1,name=2,secret=3,type=4", ["5 nothing"]),
            ("Bank,rosa,\(one),x9,8\nShop,ben,\(two),,", "issuer=1,name=2,secret=3", ["4 nothing", "5 nothing"]),
            ("Bank,\(one),r@x.example,8\nShop,\(two),b@x.example,8", "secret=2", ["1 issuer", "3 name", "4 digits"]),
            ("r@x.example,\(one),Bank,8\nb@x.example,\(two),Shop,8", "secret=2", ["1 name", "3 issuer", "4 digits"]),
            ("Bank,\(one)\nShop,\(two)", "name=1,secret=2", []),
            (",1,Bank,\(one),\n,2,Shop,\(two),", "issuer=3,secret=4", []),
            ("1,Bank,\(one)\n3,Shop,\(two)", "issuer=2,secret=3", ["1 nothing"]),
            ("8,Bank,\(one)", "issuer=2,secret=3", ["1 digits"]), ("1,Bank,\(one)", "issuer=2,secret=3", []),
            ("rosa,\(one),SHA256,8,60", "name=1,secret=2,-=3,4,5", []),
        ] as [(String, String, [String])])
    func unnamed(text: String, columns: String, asked: [String]) throws {
        guard !asked.isEmpty else {
            #expect(try read(text, columns).warnings == [])
            return
        }
        let failure = try #require(throws: SourceError.self) { try read(text, columns) }
        let question = try #require(failure.question)
        #expect(question.names.map { "\($0.text) \($0.suggestion?.rawValue ?? "nothing")" } == asked)
        // The command says of each column what it seems to be, and of others that they mean nothing.
        let answer = try question.columns(question.names.map(\.suggestion))
        #expect(failure.message.contains("use totp-import import FILE \(answer.option)"))
        #expect(failure.message.contains(" nothing of the accounts") == asked.contains { $0.hasSuffix("nothing") })
        #expect(
            try LoginTableFormat().read(
                ImportRequest(content: SourceContent(Array(text.utf8)), columns: answer)
            ).rejections.isEmpty)
    }

    @Test("Empty columns do not count for the limit; a table with more columns names it")
    func manyColumns() throws {
        let names = (3...16_384).map { "c\($0)" }.joined(separator: ",")
        let commas = String(repeating: ",", count: 16_382)
        for header in ["issuer,otpauth", "issuer,secret"] {
            let empty = "\(header)\(commas)\nAcorn,\(Self.one)\(commas)\n"
            #expect(try ImportersTests.read(empty).items.map(\.label) == ["Acorn"])
            #expect(try read(empty).items.map(\.label) == ["Acorn"])
            #expect(try read(empty, "issuer=1,secret=2").items.map(\.label) == ["Acorn"])
            let full = "\(header),\(names)\nAcorn,\(Self.one),\(names)\n"
            let problem = LimitMessage.csvColumns(1, Limit.csvColumns)
            let reads: [() throws -> ImportedDocument] = [
                { try ImportersTests.read(full) }, { try read(full) }, { try read(full, "issuer=1,secret=2") },
            ]
            for (index, read) in reads.enumerated() {
                let failure = #expect(throws: SourceError.self) { try read() }
                #expect(failure?.code == .limitExceeded && failure?.message == problem, "\(index)")
            }
        }
        // A line of prose with many commas is not a table.
        #expect(formatID(of: "issuer of \(names), and so on".utf8) == nil)
    }

    @Test("The error for a missing column shows 20 columns, and says whether there are more", arguments: [20, 21])
    func manyColumns(count: Int) {
        let header = ["Site"] + "abcdefghijklmnopqrst".prefix(count - 1).map { "Column \($0)" }
        let text = "\(header.joined(separator: ","))\n\(header.map { _ in "a" }.joined(separator: ","))"
        let failure = #expect(throws: SourceError.self) { try read(text, "issuer=Site,secret=Key") }
        #expect(
            failure?.message
                == "the table has not all of the columns that --columns names; its columns are "
                + header.prefix(20).map { "\"\($0)\"" }.joined(separator: ", ") + (count == 21 ? ", …" : ""))
    }

    @Test(
        "A list that does not name columns is a usage error",
        arguments: [
            "", "secret", "secret=", "seed=1", "secret=0", "secret=1025", "secret=1,secret=2", "-=", "A,-=B",
            "secret=1,,issuer=2", "secret=99999999999999999999",
        ])
    func usage(text: String) { #expect(throws: TableColumnsError.self) { try TableColumns(text) } }
}
