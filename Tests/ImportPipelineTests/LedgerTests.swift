import Foundation
import TOTPDomain
import Testing

@testable import ImportPipeline

@Suite("The ledger")
struct LedgerTests {
    private let time = Date(timeIntervalSince1970: 1_795_253_400)

    private func ledger(
        _ results: [SourceResult], existing: [Account] = [], policy: DuplicatePolicy = .skip
    ) throws -> (ledger: Ledger, items: [Account]) {
        var items = existing
        return (try Ledger.merging(results, into: &items, at: time, by: Ledger.merge(policy)), items)
    }

    private func rejection(_ line: Int, label: String = "") -> ImportedEntry {
        .rejected(
            EntryRejection(
                position: EntryPosition(line: line), label: label,
                problem: EntryError(.secretMissing, "the secret is empty")))
    }

    /// Accounts that are there, there under another name, new, and none.
    private func results() throws -> [SourceResult] {
        var renamed = try account("alice", issuer: "ACORN")
        renamed.note = "a note"
        return [
            SourceResult(
                "a.png",
                entries: [.item(renamed), rejection(2, label: "Birch: bob"), .item(try account("carol"))]),
            SourceResult("nothing.png", status: .noCode),
            SourceResult(
                "b.txt",
                entries: [
                    .item(try account("carol")),
                    .item(try account("carol@work", secret: Array("secret of carol".utf8))),
                ]),
        ]
    }

    @Test(
        "Entries found are added, updated, duplicates or rejected",
        arguments: [
            (.skip, Ledger.Totals(found: 5, added: 2, updated: 0, duplicates: 2, rejected: 1), 3),
            (.update, Ledger.Totals(found: 5, added: 2, updated: 1, duplicates: 1, rejected: 1), 3),
            (.keep, Ledger.Totals(found: 5, added: 4, updated: 0, duplicates: 0, rejected: 1), 5),
        ] as [(DuplicatePolicy, Ledger.Totals, Int)])
    func totals(policy: DuplicatePolicy, totals: Ledger.Totals, count: Int) throws {
        let existing = [try account("alice", issuer: "Acorn")]
        let (ledger, items) = try ledger(try results(), existing: existing, policy: policy)
        #expect(ledger.totals == totals)
        #expect(totals.found == totals.added + totals.updated + totals.duplicates + totals.rejected)
        #expect(items.count == count)
    }

    @Test("Every entry has its outcome, in order, in its source")
    func outcomes() throws {
        let results = try results()
        let (ledger, _) = try ledger(results, existing: [try account("alice", issuer: "Acorn")])
        #expect(ledger.sources.map(\.result.name) == ["a.png", "nothing.png", "b.txt"])
        #expect(
            ledger.sources.map { $0.outcomes.map(word) } == [
                ["duplicate", "rejected", "added"], [], ["duplicate", "added beside carol"],
            ])
    }

    @Test("An imported account remembers from where and when")
    func source() throws {
        let (_, items) = try ledger([SourceResult("a.png", entries: [.item(try account("alice"))])])
        #expect(items.map(\.source) == [Account.Source(format: "otpauth", importedAt: time)])
    }

    @Test("A source that failed or contains nothing is in the ledger as well")
    func emptySources() throws {
        let failed = SourceResult(
            Input(name: "gone.png", location: .standardInput), failure: SourceError(.notFound, "no such file"))
        let (ledger, items) = try ledger([failed, SourceResult("skipped.txt", status: .skipped)])
        #expect(ledger.sources.map(\.result.status) == [.failed, .skipped])
        #expect(ledger.totals == Ledger.Totals())
        #expect(items == [])
    }

    private func word(_ outcome: Ledger.Outcome) -> String {
        switch outcome {
        case .rejected: "rejected"
        case .merged(_, .added(.sameSecret(let label))): "added beside \(label)"
        case .merged(_, .added(.sameName)): "added beside a namesake"
        case .merged(_, .added(nil)): "added"
        case .merged(_, .updated): "updated"
        case .merged(_, .duplicate): "duplicate"
        }
    }
}
