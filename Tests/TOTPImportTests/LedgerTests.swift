import FixtureSupport
import TOTPImport
import Testing

@Suite struct LedgerTests {
    /// Without passphrases: encrypted ones are failures, which must add up as well.
    @Test func theCountsOfEveryExportAddUp() async throws {
        let inputs = try ExportSample.fixtures.map { sample in
            ImportInput.bytes(try FixtureFolder.bytes(sample.url), named: sample.place)
        }
        let result = try await AccountReader().read(inputs)
        #expect(result.ledger.addsUp)
        #expect(result.ledger.totals.added == result.accounts.count)
        for input in inputs.indices where result.ledger.sources.count == inputs.count {
            #expect(result.ledger.sources[input].name == ExportSample.fixtures[input].place)
        }
    }

    @Test func anEntryThatIsRejectedHasItsReason() async throws {
        let text = """
            # mine
            otpauth://totp/Acme:alice?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Acme
            otpauth://totp/Acme:alice?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Acme
            otpauth://totp/Acme:bob?secret=not%21base32&issuer=Acme
            """
        let result = try await AccountReader().read([.bytes(text.utf8, named: "links.txt")])
        let source = try #require(result.ledger.sources.first)
        #expect(source.entries.map(\.outcome).prefix(2) == [.added, .duplicate])
        guard case .rejected(let rejection) = source.entries.last?.outcome else {
            Issue.record("the last entry is not rejected")
            return
        }
        #expect(rejection.code == .secretNotBase32)
        #expect(rejection.place == "line 4")
        #expect(!rejection.reason.contains("base32&"))
        #expect(source.skipped.counts == [.comment: 1])
        #expect(source.status == .partial)
        #expect(result.ledger.addsUp)
        #expect(!result.ledger.isComplete)
    }

    @Test func theReportContainsNoSecret() async throws {
        let secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
        let result = try await AccountReader().read([
            .bytes("otpauth://totp/Acme:alice?secret=\(secret)".utf8, named: "links.txt")
        ])
        let report = String(decoding: result.ledger.report, as: UTF8.self)
        #expect(report.contains("\"added\":1") || report.contains("\"added\": 1"))
        #expect(!report.contains(secret))
        #expect(result.ledger.isComplete)
    }
}
