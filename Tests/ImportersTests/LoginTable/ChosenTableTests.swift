import Encodings
import FixtureSupport
import TOTPDomain
import Testing

@testable import Importers

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
        "Columns are named as in the header or by numbers; no cell is guessed",
        arguments: [
            (
                "A,B,C\nalice,Acorn,\(one)\nbob,Birch,not base32!", "name=a,issuer=B,secret=C",
                ["Acorn: alice", "rejected"]
            ),
            (
                "x,\(one),Acorn,alice\nx,\(two),Birch,bob", "secret=2,issuer=3,name=4",
                ["Acorn: alice", "Birch: bob"]
            ),
            ("k,s,i,n\nx,\(one),Acorn,alice", "secret=2,issuer=3,name=4", ["Acorn: alice"]),
            ("Konto;Seed\nalice@example.com;\(one)", "name=Konto,secret=Seed", ["alice@example.com"]),
            ("a title\nsite,pass word,Größe\nAcorn,x,\(one)", "issuer=site,secret=GROSSE", ["Acorn"]),
            ("| X | Y |\n|---|---|\n| Acorn | \(one) |", "issuer=x,secret=y", ["Acorn"]),
            ("x,y\nAcorn,otpauth://totp/Birch:bob?secret=\(one)", "issuer=x,otpauth=y", ["Birch: bob"]),
            ("site,password,secret\nAcorn,x,\(one)", "issuer=1,secret=3", ["Acorn"]),
        ] as [(String, String, [String])])
    func chosen(text: String, columns: String, labels: [String]) throws {
        let document = try read(text, columns)
        let found = document.entries.map { if case .item(let item) = $0 { item.label } else { "rejected" } }
        #expect(found == labels)
        #expect(document.records == document.entries.count)
    }

    @Test("A status says nothing of a secret")
    func status() throws {
        let text = "site,seed,status\nAcorn,\(Self.one),failed\n"
        #expect(try read(text, "issuer=site,secret=seed").items.map(\.issuer) == ["Acorn"])
        let json = "[{\"issuer\":\"Acorn\",\"name\":\"alice\",\"secret\":\"\(Self.one)\",\"status\":\"failed\"}]"
        #expect(try ImportersTests.read(json).items.map(\.issuer) == ["Acorn"])
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

    @Test("A column of a table without a header that can only have names is named, and not asked for")
    func unnamedNames() throws {
        let document = try read("blue,\(Self.one),Acorn\nred,\(Self.two),b2@example.com", "secret=2")
        #expect(document.items.count == 2)
        #expect(document.warnings.map(\.problem) == ["the columns 1, 3 are not read"])
    }

    @Test("The command for a table keeps the encoding that the user names")
    func encodingInCommand() throws {
        let text = "rosa,0123456789abcdef0123,8\nben,ffff456789abcdef0123,8"
        let failure = try #require(throws: SourceError.self) { try read(text, "name=1,secret=2", .hex) }
        #expect(failure.message.contains("--columns name=1,secret=2,digits=3 --secret-encoding hex"))
    }

    @Test("A column without a title in a table with a header is as any other that is not known")
    func untitled() throws {
        let header = "issuer,name,secret,"
        func text(_ first: String, _ second: String) -> String {
            "\(header)\nAcorn,alice,\(Self.one),\(first)\nBirch,bob,\(Self.two),\(second)\n"
        }
        #expect(throws: SourceError.self) { try read(text("8", "8")) }
        #expect(throws: SourceError.self) { try read(text("SHA256", "SHA256")) }
        #expect(try read(text("blue", "")).warnings.map(\.problem) == ["the column 4 is not read"])
        for numbers in [("1", "2"), ("0", "1"), ("", "")] {
            #expect(try read(text(numbers.0, numbers.1)).warnings == [])
        }
    }

    @Test("All parts can be named")
    func allParts() throws {
        let document = try read(
            "1,hotp,SHA256,8,60,7,\(Self.one)\n2,totp,SHA512,7,20,9,\(Self.two)",
            "name=1,type=2,algorithm=3,digits=4,period=5,counter=6,secret=7")
        #expect(document.outcomes == [.hotp(.sha256, digits: 8, counter: 7), .totp(.sha512, digits: 7, period: 20)])
    }

    @Test(
        "Secrets are read as hexadecimal, base64 or text only if the user says so",
        arguments: [
            ("4865 6C6C 6F21 DEAD BEEF", .hex), ("48:65:6c:6c:6f:21:de:ad:be:ef", .hex), ("SGVsbG8h3q2+7w==", .base64),
            ("jbsw y3dp ehpk 3pxp", .base32), ("JBSWY3DPEHPK3PXP", nil),
        ] as [(String, SecretEncoding?)])
    func encodings(secret: String, encoding: SecretEncoding?) throws {
        let named = try read("x,y\na,\(secret)", "name=x,secret=y", encoding)
        #expect(named.items.map(\.secret.base32) == [Self.one])
        // Also where the column is known, but its cells do not prove anything.
        let known = try read("name,secret\na,\(secret)", nil, encoding)
        #expect(known.items.map(\.secret.base32) == [Self.one])
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

    @Test("A text is the secret itself")
    func text() throws {
        let document = try read("x,y\na,correct horse", "name=x,secret=y", .text)
        #expect(document.items.map(\.secret.bytes) == [Array("correct horse".utf8)])
    }

    @Test("A missing column is an error that shows the header, unless that may contain secrets")
    func missing() {
        let failure = #expect(throws: SourceError.self) { try read("Site,Seed\na,b", "issuer=Site,secret=Key") }
        #expect(failure?.message.contains("\"Site\", \"Seed\"") == true)
        let hidden = #expect(throws: SourceError.self) {
            try read("a,\(Self.one)\nb,\(Self.two)", "issuer=Site,secret=Key")
        }
        #expect(hidden?.message.contains(Self.one) == false && hidden?.message.contains("numbers") == true)
        #expect(throws: SourceError.self) { try read("a,b\nc,d", "issuer=1,secret=3") }
        #expect(throws: SourceError.self) { try read("a,b\nc,d", "issuer=1,secret=a") }
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
