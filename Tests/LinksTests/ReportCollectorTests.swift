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
