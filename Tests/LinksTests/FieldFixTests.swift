import Encodings
import Links
import TOTPDomain
import Testing

/// `--fix` of records: only the links change.
struct FieldFixTests {
    private static let key = Secrets.sha1
    private static let odd = "otpauth://totp/Acme:alice?issuer=Acme&secret=\(key.lowercased())&icon=x"
    private static let fixed = "otpauth://totp/Acme:alice?secret=\(key)&issuer=Acme&algorithm=SHA1&digits=6&period=30"
    private static let bad = "otpauth://totp/Acme:eve?secret=ABC1"

    private func fix(_ text: String, _ column: String? = nil, json member: String? = nil) throws -> (
        text: String, notes: [String], totals: ValidationTotals
    ) {
        let checker = ChunkChecker(checker: try .standard(), output: .correctedInput)
        var collector = ReportCollector(checker)
        let stream = ByteArrayStream(Array(text.utf8))
        let reader: RecordReader
        if let column {
            reader = try RecordReader(stream, csvColumn: column)
        } else if let member {
            reader = RecordReader(stream, layout: .jsonLines(member: member))
        } else if let column = try CSVLinkColumn.find(in: Array(text.utf8), isWhole: true) {
            reader = try RecordReader(stream, csvColumn: column)
        } else {
            reader = RecordReader(stream, layout: LinkRecords.isJSON(Array(text.utf8).span) ? .json : .lines)
        }
        let report = try collector.report(on: reader, checker)
        return (report.text, report.unchanged.map(\.message), collector.totals)
    }

    /// Records in which only a link changes, written as `LINK`.
    static let csv: [(text: String, column: String?)] = [
        ("id,url,note\r\n1,LINK,x\r\n2,,\r\n\r\n3,\"LINK\",\"a \"\"b\"\"\nc\"\r\n", "url"),
        ("id;url\n1;LINK\n", "URL"), ("id;url\n1;LINK\n", nil), ("\nid\turl\n1\tLINK", "url"),
        ("1,LINK,\"a,b\"\r2,LINK\r", "2"), ("id,url\n1, LINK \n", "url"), ("id,url\n1,see (LINK) or ask\n", "url"),
        ("id,url\n1,\"say \"\"LINK\"\"\"\n", "url"), ("id,url\n1,LINK LINK\n2,n/a\n", nil),
        ("\"id\" ,url\n\"1\" x,LINK\n", "url"),
    ]

    @Test("A corrected link leaves the rest of the CSV as it is", arguments: csv)
    func keepsTheCSV(text: String, column: String?) throws {
        let result = try fix(text.replacing("LINK", with: Self.odd), column)
        #expect(result.text == text.replacing("LINK", with: Self.fixed))
        #expect(result.totals.correctedLinks == result.totals.links)
        #expect(result.notes.isEmpty)
        // Links in normal form stay, byte for byte.
        #expect(try fix(result.text, column).text == result.text)
    }

    @Test("An escape is undone if the character needs none", arguments: [("%2D", "-"), ("%7E", "~"), ("%4A", "J")])
    func escapes(escape: String, character: String) throws {
        let link = "\(Self.fixed)\n"
        let result = try fix(link.replacing("alice", with: "a\(escape)b"))
        #expect(result.text == link.replacing("alice", with: "a\(character)b"))
        #expect(result.totals.correctedLinks == 1)
    }

    @Test func aLinkInNormalFormIsNotCountedAsCorrected() throws {
        let result = try fix("\(Self.fixed)\n\(Self.odd)\n\(Self.bad)\n")
        #expect(result.totals.links == 3 && result.totals.correctedLinks == 1)
    }

    @Test(
        "A line of white space among JSON lines is an empty field, and an empty line is not",
        arguments: [(" ", 1), ("\t ", 1), ("  \r", 1), ("", 0)])
    func emptyLines(line: String, count: Int) throws {
        let text = "{\"u\":\"LINK\"}\n\(line)\n"
        let result = try fix(text.replacing("LINK", with: Self.odd), json: "u")
        #expect(result.text == text.replacing("LINK", with: Self.fixed))
        #expect(result.totals.error == 0 && result.totals.emptyFields == count)
    }

    @Test("Corrected lines end as the text ended", arguments: ["LINK", "LINK\nLINK", "LINK\n\nLINK", "# x\nLINK"])
    func keepsTheLines(text: String) throws {
        for end in ["\n", "\n\n"] {
            let result = try fix((text + end).replacing("LINK", with: Self.odd))
            #expect(result.text == (text + end).replacing("LINK", with: Self.fixed))
        }
    }

    @Test func aRecordWithoutALinkIsCountedOnce() throws {
        let result = try fix("id,url\n1,\(Self.odd)\n2,n/a\n")
        #expect(result.totals.links == 1 && result.totals.emptyFields == 1)
    }

    static let json: [(text: String, member: String?)] = [
        ("{\"id\":1,\"u\":\"LINK\"}\n{\"u\":null}\r\n\n{\"id\": 2 , \"u\" : \"LINK\" }", "u"),
        ("{\"u\":\"\\u00e9 LINK\"}\n", "u"),
        ("{\"id\":1,\"u\":\"LINK\"}\n{\"u\":null}\r\n\n{\"id\": 2 , \"u\" : \"LINK\" }", nil),
        ("[\n  {\"a\": [\"LINK\", 1.50, {\"b\": \"x\\ny\"}]},\r\n  \"# not a comment\", \"\"\n]\n\n", nil),
        ("{\"u\":\"see (LINK) or LINK\",\"LINK\":\"\\\\\"}", nil), ("{\"u\":\"\\u00e9 LINK\"}\n", nil),
    ]

    @Test("A corrected link leaves the rest of the JSON as it is", arguments: json)
    func keepsTheJSON(text: String, member: String?) throws {
        let result = try fix(text.replacing("LINK", with: Self.odd), json: member)
        #expect(result.text == text.replacing("\\u00e9 LINK", with: "é LINK").replacing("LINK", with: Self.fixed))
        #expect(result.totals.correctedLinks == result.totals.links)
        #expect(result.notes.isEmpty)
        #expect(try fix(result.text, json: member).text == result.text)
    }

    @Test func escapedLinksAreFixed() throws {
        let escaped = Self.odd.replacing("/", with: "\\/").replacing("&", with: "\\u0026")
        for member in ["u", nil] {
            #expect(try fix("{\"u\":\"\(escaped)\"}\n", json: member).text == "{\"u\":\"\(Self.fixed)\"}\n")
        }
    }

    @Test(
        "A field without a valid link stays as it is, and a damaged link is named",
        arguments: ["id,url\n1,LINK\n", "{\"url\":\"LINK\",\"id\":1}\n"])
    func leavesWhatIsNotAnAccount(text: String) throws {
        let whole = text.replacing("LINK", with: Self.bad)
        let isJSON = text.hasPrefix("{")
        for name in ["url", nil] as [String?] {
            let result = try fix(whole, isJSON ? nil : name, json: isJSON ? name : nil)
            #expect(result.text == whole)
            #expect(result.notes.count == 1)
            #expect(result.notes[0].contains("left as it was: the secret is not base32: character 4 is not A-Z or 2-7"))
        }
        let other = try fix(text.replacing("LINK", with: "alice"), isJSON ? nil : "url", json: isJSON ? "url" : nil)
        #expect(other.text == text.replacing("LINK", with: "alice") && other.totals.error == 1)
    }

    @Test func severalEscapedLinksInAStringAreFixed() throws {
        let (odd, fixed) = (Self.odd.replacing("/", with: "\\/"), Self.fixed)
        let result = try fix("{\"u\":\"a\\n\(odd)\\nb \(Self.bad.replacing("/", with: "\\/"))\\n\(odd)\"}\n")
        #expect(result.text == "{\"u\":\"a\\n\(fixed)\\nb \(Self.bad)\\n\(fixed)\"}\n")
        #expect(result.totals.links == 3 && result.notes.count == 1)
    }

    @Test func longJSONIsKept() throws {
        let row = "  {\"id\": 7, \"t\": \"\\\"\", \"url\": \"LINK\"},\n"
        let text = "[\n" + String(repeating: row, count: 6_000) + "{}]\n"
        let result = try fix(text.replacing("LINK", with: Self.odd))
        #expect(result.text == text.replacing("LINK", with: Self.fixed))
        #expect(result.totals.links == 6_000)
    }

    @Test func damagedRecordsStay() throws {
        let text = "{\"u\":1}\n{\"u\":\"\(Self.odd)\"}\n[\"u\n"
        let result = try fix(text, json: "u")
        #expect(result.text == text.replacing(Self.odd, with: Self.fixed))
        #expect(result.totals.error == 2 && result.notes.count == 2)
    }

    /// Many chunks, each with parts of records around the links.
    @Test func keepsLongFiles() throws {
        let row = "a,\"x\ny \"\"z\"\"\",LINK,b\r\n"
        let text = "p,q,url,r\r\n" + String(repeating: row, count: 6_000)
        let result = try fix(text.replacing("LINK", with: Self.odd), "url")
        #expect(result.text == text.replacing("LINK", with: Self.fixed))
        #expect(result.totals.links == 6_000)
    }

    // MARK: - The column

    @Test(
        "The column of links is found, and none in a text that is not CSV",
        arguments: [
            ("id,url\n1,LINK\n2,\n", "column 2 (\"url\")"), ("url;x\nLINK;\n", "column 1 (\"url\")"),
            ("\nname\tOTP\na\tLINK\nb\tn/a\n", "column 2 (\"OTP\")"),
            ("\"a,b\",c\n\"x\ny\",\"LINK\"\n", "column 2"),
            ("jbsw,y3dpehpk3pxpotp2\nx,LINK\n", "column 2"),
            // Not CSV.
            ("LINK\nLINK\n", nil), ("a,LINK\nb,LINK\n", nil), ("Dear all,\nsee LINK\n", nil),
            ("a,b\nc\nLINK,\n", nil), ("a,b\nLINK,x,y\n", nil), ("a,b\n1,2\n", nil), ("# a,b\nLINK\n", nil), ("", nil),
            ("a,b\n\"LINK,x\n", nil), ("otpauth://totp/A, B:c?secret=AAAA\notpauth://totp/D, E:f?secret=AAAA\n", nil),
        ] as [(String, String?)])
    func findsTheColumn(text: String, column: String?) throws {
        let bytes = Array(text.replacing("LINK", with: Self.odd).utf8)
        #expect(try CSVLinkColumn.find(in: bytes, isWhole: true)?.text == column)
    }

    @Test func namesTheColumnsIfThereAreSeveral() throws {
        let bytes = Array("old,id,new\n\(Self.odd),1,\n,2,\(Self.odd)\n".utf8)
        let error = try #require(throws: SourceError.self) { try CSVLinkColumn.find(in: bytes, isWhole: true) }
        #expect(
            error.message == "links are in column 1 and column 3; name one of them with --csv-field"
        )
    }

    /// The start of a longer text may end in the middle of a record.
    @Test func readsTheStartOfALongText() throws {
        let bytes = Array("id,url,note\n1,\(Self.odd),x\n2,\(Self.odd)".utf8)
        #expect(try CSVLinkColumn.find(in: bytes, isWhole: false)?.index == 1)
        #expect(try CSVLinkColumn.find(in: bytes, isWhole: true) == nil)
    }

    /// Only the start of a text decides about the column: a later link in another one is checked as well.
    @Test func checksLinksInOtherColumns() throws {
        let start = "id,url,note\n1,\(Self.odd),\n"
        let text = "\(start)2,,see \(Self.odd)\n3,\(Self.odd),\(Self.odd)\n"
        let column = try #require(try CSVLinkColumn.find(in: Array(start.utf8), isWhole: false))
        let checker = ChunkChecker(checker: try .standard(), output: .correctedInput)
        var reader = try RecordReader(ByteArrayStream(Array(text.utf8)), csvColumn: column)
        var collector = ReportCollector(checker)
        var output: [UInt8] = []
        var unchanged: [UnchangedPlace] = []
        var buffers: [[UInt8]] = []
        while let chunk = try reader.next(from: &buffers) {
            collector.take(checker.check(chunk), into: &output, unchanged: &unchanged)
        }
        #expect(String(decoding: output, as: UTF8.self) == text.replacing(Self.odd, with: Self.fixed))
        #expect(collector.totals.links == 4 && collector.totals.emptyFields == 1)
    }
}
