import Foundation
import TOTPDomain
import Testing

@testable import ImportPipeline

@Suite("A ledger that grows")
struct GrowingLedgerTests {
    private let time = Date(timeIntervalSince1970: 1_795_253_400)

    private func counted(_ name: String, _ counter: Int64) throws -> Account {
        var item = try account(name)
        item.parameters = try OTPParameters(kind: .hotp, counter: counter)
        return item
    }

    /// New accounts, duplicates of the vault and of each other, twins, counters, rejections and parts of an export.
    private func results() throws -> [SourceResult] {
        var noted = try account("alice", issuer: "ACORN")
        noted.note = "a note"
        let rejection = EntryRejection(
            position: EntryPosition(line: 2), label: "bob", problem: EntryError(.secretMissing, "the secret is empty"))
        return [
            SourceResult("a.txt", entries: [.item(try account("carol")), .rejected(rejection)]),
            SourceResult("b.txt", entries: [.item(noted), .item(try account("carol"))]),
            SourceResult("nothing.png", status: .noCode),
            SourceResult("c.txt", entries: [.item(try account("carol@work", secret: Array("secret of carol".utf8)))]),
            SourceResult("d.txt", entries: [.item(try account("carol", secret: Array("another".utf8)))]),
            SourceResult("e.txt", entries: [.item(try counted("dave", 3))]),
            SourceResult("f.txt", entries: [.item(try counted("dave", 9)), .item(try account("eve"))]),
            SourceResult("g.png", parts: [MigrationPart(batchID: 7, size: 2, index: 0, fingerprint: 1)]),
            SourceResult("h.png", parts: [MigrationPart(batchID: 7, size: 2, index: 1, fingerprint: 2)]),
        ]
    }

    @Test("Its outcomes are those of a merge of all results at once", arguments: 1...9)
    func sameOutcomes(step: Int) throws {
        let content = VaultContent(items: [try account("alice", issuer: "Acorn"), try counted("dave", 1)])
        let results = try results()
        var items = content.items
        let whole = try Ledger.merging(results, into: &items, at: time, by: Ledger.merge(.fill))
        var growing = GrowingLedger(content, now: time)
        for start in stride(from: 0, to: results.count, by: step) {
            try growing.add(Array(results[start..<min(start + step, results.count)]), now: time)
        }
        #expect(growing.items == items)
        #expect(growing.ledger.sources.map(\.outcomes) == whole.sources.map(\.outcomes))
        #expect(growing.ledger.sources.map(\.result.name) == results.map(\.name))
        #expect(growing.ledger.twins == whole.twins && !whole.twins.isEmpty)
        #expect(growing.ledger.batches.map(\.present) == whole.batches.map(\.present) && whole.batches.count == 1)
        #expect(growing.ledger.accountCount == whole.accountCount)
        #expect(growing.ledger.totals == whole.totals)
    }

    @Test("An account with a PIN is not added: an earlier one may be the same without it")
    func pin() throws {
        var item = try account("alice")
        #expect(GrowingLedger.canAdd([SourceResult("a.txt", entries: [.item(item)])]))
        item.pin = OTPPin("1234")
        #expect(!GrowingLedger.canAdd([SourceResult("a.txt", entries: [.item(item)])]))
    }
}
