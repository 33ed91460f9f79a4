import Encodings
import Links
import TOTPDomain
import Testing

/// Reports put together from checked chunks.
struct ReportCollectorTests {
    /// The report on links of different accounts, with a buffer for `room` of them.
    private func report(
        _ count: Int, room: Int, _ form: any ReportFormat, disabled: RuleSet = []
    ) throws -> (text: String, totals: ValidationTotals) {
        let checker = ChunkChecker(checker: try .standard(), output: .report(form), disabled: disabled)
        var collector = ReportCollector(checker, duplicates: DuplicateTable(capacity: room))
        var output: [UInt8] = []
        var unchanged: [UnchangedPlace] = []
        collector.begin(into: &output)
        for number in 0..<count {
            let secret = Base32.encode((0..<20).map { UInt8($0 &* 7 ^ number) })
            let link = "otpauth://totp/Acme:\(number)?secret=\(secret)&issuer=Acme\n"
            collector.take(checker.check(RecordChunk(bytes: Array(link.utf8))), into: &output, unchanged: &unchanged)
        }
        collector.end(into: &output)
        #expect(unchanged.isEmpty)
        return (String(decoding: output, as: UTF8.self), collector.totals)
    }

    private static let link = "otpauth://totp/Acme:alice?secret=\(Secrets.sha1)&issuer=Acme"

    /// The report on a whole text.
    private func report(on text: String, _ layout: RecordLayout = .lines) throws -> (
        text: String, totals: ValidationTotals
    ) {
        let checker = ChunkChecker(checker: try .standard(), output: .report(JSONReport()))
        var collector = ReportCollector(checker)
        let reader = RecordReader(ByteArrayStream(Array(text.utf8)), layout: layout)
        return (try collector.report(on: reader, checker).text, collector.totals)
    }

    @Test("A report says where the first of two equal links is, and nothing more of the first")
    func duplicates() throws {
        let lines = try report(on: "\(Self.link)\n\n\(Self.link)\n").text.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[0].contains("\"findings\":[]"))
        #expect(lines[1].contains("The same secret is at standard input:1."))
        #expect(lines[1].contains("The same issuer and name are at standard input:1."))
    }

    @Test(
        "A link in a record has its label in the report, however it is quoted",
        arguments: [
            ("{\"id\":1,\"u\":\"LINK\"}\n", .jsonLines(member: "u")),
            ("1,\"LINK\"\n", .csv(cell: 1, delimiter: UInt8(ascii: ","))),
            ("1,\"say \"\"x\"\" LINK\"\n", .csv(cell: 1, delimiter: UInt8(ascii: ","))),
        ] as [(String, RecordLayout)])
    func records(text: String, layout: RecordLayout) throws {
        let odd = Self.link.replacing("&issuer", with: "&icon=x&issuer")
        let report = try report(on: text.replacing("LINK", with: odd), layout).text
        #expect(report.contains("\"label\":\"Acme: alice\""), "\(report)")
    }

    @Test("A damaged record after a Google Authenticator export has none of its accounts")
    func damagedAfterExport() throws {
        let account: [UInt8] = [1 << 3 | 2, 10] + Array("1234567890".utf8) + [6 << 3, 2]
        let export = [1 << 3 | 2, UInt8(account.count)] + account + [2 << 3, 1, 3 << 3, 1]
        let link = "otpauth-migration://offline?data=" + PercentCoding.encode(Base64.encode(export))
        let text = try report(on: "{\"u\":\"\(link)\"}\n{\"u\":1}\n", .jsonLines(member: "u")).text
        let lines = text.split(separator: "\n")
        #expect(lines[1].contains("\"field-damaged\""), "\(lines)")
        #expect(!lines[1].contains("secret-duplicate"), "\(lines)")
    }

    @Test("Secrets without a link are counted up to the limit of entries")
    func limitOfSecrets() throws {
        var text = "\(Self.link)\n"
        for number in 0..<(Limit.entries + 1000) {
            let bytes = (0..<5).map { UInt8(truncatingIfNeeded: (number &* 0x9E_3779_B97F) >> (8 * $0)) }
            text += "K5QXEZBA\(Base32.encode(bytes))\n"
        }
        #expect(try report(on: text).totals.secretsWithoutLink == Limit.entries)
    }

    /// A check that ends early must not pass for one that found nothing.
    @Test func aFullTableOfDuplicatesIsSaid() throws {
        let json = try report(4, room: 3, JSONReport())
        #expect(json.totals.partlyChecked == [.secretDuplicate, .accountDuplicate])
        #expect(json.text.hasSuffix("\"error\":0,\"partlyChecked\":[\"secret-duplicate\",\"account-duplicate\"]}}\n"))
        let sarif = try report(4, room: 3, SARIFReport(), disabled: [.secretDuplicate])
        #expect(sarif.text.contains("too large to find all of account-duplicate."))
        #expect(!sarif.text.contains("all of secret-duplicate."))
    }

    @Test func eachFormHasItsStartItsLinksAndItsEnd() throws {
        #expect(
            try report(1, room: 3, JSONReport()).text == """
                {"source":"-","line":1,"column":1,"label":"Acme: 0","verdict":"ok","qrVersion":4,"findings":[]}
                {"totals":{"links":1,"ok":1,"warning":0,"error":0}}

                """)
        #expect(
            try report(1, room: 3, CSVReport()).text
                == "source,line,column,code,label,verdict,rule,severity,message\r\n")
    }

    @Test func aTableWithRoomIsNot() throws {
        let json = try report(3, room: 3, JSONReport())
        #expect(json.totals.partlyChecked.isEmpty && json.totals.ok == 3)
        #expect(!json.text.contains("partlyChecked"))
        #expect(try !report(3, room: 3, SARIFReport()).text.contains("toolExecutionNotifications"))
    }
}
