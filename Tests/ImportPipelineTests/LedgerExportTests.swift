import Foundation
import TOTPDomain
import Testing

@testable import ImportPipeline

@Suite("Details that an export does not contain")
struct LedgerExportTests {
    private func ledger(_ policy: DuplicatePolicy = .skip) throws -> (ledger: Ledger, items: [Account]) {
        let results = [
            SourceResult("a.txt", entries: [.item(try account("alice")), .item(try account("bob"))]),
            SourceResult("b.txt", entries: [.item(try account("bob")), .item(try account("carol"))]),
        ]
        return try ImportRun(reader: reader(), jobs: 1, policy: policy).collect(results)
    }

    @Test(
        "An account that is left out is a rejected entry, and so are its duplicates",
        arguments: DuplicatePolicy.allCases)
    func leftOut(policy: DuplicatePolicy) throws {
        var (ledger, items) = try ledger(policy)
        let leftOut = items.indices.filter { items[$0].name == "bob" }.map {
            LeftOutAccount(index: $0, code: "type-unknown", reason: "the app does not know hotp")
        }
        ledger.take(Export(files: [], leftOut: leftOut), of: items)
        #expect(ledger.totals == Ledger.Totals(found: 4, added: 2, updated: 0, duplicates: 0, rejected: 2))
        #expect(ledger.sources.map(\.result.status) == [.partial, .partial])
        let rejections = ledger.sources.flatMap(\.outcomes).compactMap { outcome -> EntryRejection? in
            if case .rejected(let rejection) = outcome { rejection } else { nil }
        }
        #expect(rejections.map(\.label) == ["bob", "bob"])
        #expect(rejections.map(\.position.description) == ["entry 2", "entry 1"])
        #expect(rejections.map(\.code.rawValue) == ["type-unknown", "type-unknown"])
        #expect(rejections.map(\.reason) == ["the app does not know hotp", "the app does not know hotp"])
    }

    @Test("If one of two equal accounts was written, it is not rejected", arguments: [0, 1])
    func twins(leftOut: Int) throws {
        var (ledger, items) = try ImportRun(reader: reader(), jobs: 1, policy: .keep).collect([
            SourceResult("a.txt", entries: [.item(try account("bob")), .item(try account("Bob"))])
        ])
        let left = LeftOutAccount(index: leftOut, code: "duplicate", reason: "the app stores a secret once")
        ledger.take(Export(files: [], leftOut: [left]), of: items)
        let rejected = ledger.sources[0].outcomes.map { if case .rejected = $0 { true } else { false } }
        #expect(rejected == [leftOut == 0, leftOut == 1])
        #expect(ledger.totals == Ledger.Totals(found: 2, added: 1, updated: 0, duplicates: 0, rejected: 1))
    }

    @Test("Losses are in the ledger and in the report, in the order of the accounts")
    func losses() throws {
        var (ledger, items) = try ledger()
        let losses = [(2, "note"), (0, "tags"), (0, "note")].map { index, what in
            ExportLoss(index: index, code: ExportLoss.Code(rawValue: what), "the \(what)")
        }
        ledger.take(Export(files: [], losses: losses), of: items)
        #expect(ledger.losses.map(\.label) == ["alice", "alice", "carol"])
        #expect(ledger.totals.rejected == 0)
        let report = String(decoding: ledger.report(command: "convert").utf8, as: UTF8.self)
        #expect(
            report.contains(
                """
                "losses":[{"index":0,"code":"tags","what":"the tags"},{"index":0,"code":"note","what":"the note"},\
                {"index":2,"code":"note","what":"the note"}]
                """))
    }

    @Test("Losses are numbered by the accounts that were written, without those that were left out", arguments: 0...2)
    func numbers(leftOut: Int) throws {
        var (ledger, items) = try ledger()
        let losses = items.indices.filter { $0 != leftOut }.map { ExportLoss(index: $0, code: "note", "") }
        let left = LeftOutAccount(index: leftOut, code: "type-unknown", reason: "")
        ledger.take(Export(files: [], losses: losses, leftOut: [left]), of: items)
        #expect(ledger.losses.map(\.loss.index) == [0, 1])
        #expect(ledger.losses.map(\.label) == items.indices.filter { $0 != leftOut }.map { items[$0].label })
    }

    @Test("An export that contains everything changes nothing")
    func complete() throws {
        var (ledger, items) = try ledger()
        let before = ledger.totals
        ledger.take(Export(files: []), of: items)
        #expect(ledger.totals == before)
        #expect(!String(decoding: ledger.report(command: "convert").utf8, as: UTF8.self).contains("losses"))
    }
}
