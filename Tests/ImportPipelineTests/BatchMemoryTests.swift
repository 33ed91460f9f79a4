import Foundation
import TOTPDomain
import Testing

@testable import ImportPipeline

@Suite("Exports of which a part arrives in a later run")
struct BatchMemoryTests {
    private let time = Date(timeIntervalSince1970: 1_795_253_400)
    private let day: TimeInterval = 24 * 60 * 60

    private func result(_ parts: [Int], of size: Int = 3, id: Int32 = 7) throws -> SourceResult {
        SourceResult(
            "\(parts).png",
            entries: try parts.map { .item(try account("part \($0)")) },
            parts: parts.map { MigrationPart(batchID: id, size: size, index: $0, fingerprint: UInt64($0)) })
    }

    private let run = ImportRun(reader: reader(), jobs: 1)

    @Test("A part that arrives later completes its export", arguments: [0, 7] as [Int32])
    func later(id: Int32) throws {
        let vault = MemoryVault()
        let first = try run.merge([try result([0, 1], id: id)], into: vault, now: time)
        #expect(first.batches.map(\.missing) == [[2]])
        #expect(vault.content().batches == [SeenBatch(id: id, size: 3, parts: [0, 1], seenAt: time)])

        let second = try run.merge([try result([2], id: id)], into: vault, now: time + day)
        #expect(second.batches.map(\.missing) == [[]])
        #expect(second.batches.map(\.present) == [[0, 1, 2]])
        #expect(second.batches.map(\.earlier) == [[0, 1]])
        #expect(second.batches.flatMap(\.complaints) == [])
        #expect(vault.content().batches == [SeenBatch(id: id, size: 3, parts: [0, 1, 2], seenAt: time + day)])
    }

    @Test("A part of a complete export that is imported again misses nothing, and changes nothing")
    func again() throws {
        for parts in [[[0, 1, 2]], [[0, 1], [2]]] {
            let vault = MemoryVault()
            for part in parts { _ = try run.merge([try result(part)], into: vault, now: time) }
            let writes = vault.writes.all
            let again = try run.merge([try result([1])], into: vault, now: time + day)
            #expect(again.batches.flatMap(\.complaints) == [])
            #expect(vault.writes.all == writes)
        }
    }

    @Test("A part with a new account is of another export, even if it looks alike")
    func another() throws {
        let vault = MemoryVault()
        _ = try run.merge([try result([0, 1, 2], id: 0)], into: vault, now: time)
        let other = SourceResult(
            "new.png", entries: [.item(try account("new"))],
            parts: [MigrationPart(batchID: 0, size: 3, index: 1, fingerprint: 99)])
        let ledger = try run.merge([other], into: vault, now: time + day)
        #expect(ledger.batches.map(\.missing) == [[0, 2]])
        #expect(vault.content().batches == [SeenBatch(id: 0, size: 3, parts: [1], seenAt: time + day)])
        _ = try run.merge([try result([0, 2], id: 0)], into: vault, now: time + 2 * day)
        #expect(vault.content().batches.map(\.parts) == [[0, 1, 2]])
    }

    @Test("Each run adds its part; what is still missing says where the others were found")
    func oneByOne() throws {
        let vault = MemoryVault()
        _ = try run.merge([try result([0], of: 4)], into: vault, now: time)
        let second = try run.merge([try result([2], of: 4)], into: vault, now: time + day)
        #expect(vault.content().batches == [SeenBatch(id: 7, size: 4, parts: [0, 2], seenAt: time + day)])
        #expect(
            second.batches.flatMap(\.complaints).map(\.message) == [
                "Google Authenticator export: 2 of 4 parts; parts 2, 4 are missing "
                    + "(found in [2].png and earlier runs); export again, or add the image of the missing code"
            ])
    }

    @Test("Exports of another number or size complete nothing")
    func others() throws {
        let vault = MemoryVault()
        _ = try run.merge([try result([0, 1])], into: vault, now: time)
        let other = try run.merge([try result([2], id: 8), try result([1], of: 2)], into: vault, now: time)
        #expect(other.batches.map(\.missing) == [[0, 1], [0]])
        #expect(vault.content().batches.map(\.parts) == [[0, 1], [2], [1]])
    }

    @Test(
        "An export is forgotten after 90 days",
        arguments: [
            (days: 89.0, isRemembered: true),
            (days: 90, isRemembered: false),
            (days: 400, isRemembered: false),
        ])
    func old(days: Double, isRemembered: Bool) throws {
        let vault = MemoryVault()
        _ = try run.merge([try result([0, 1])], into: vault, now: time)
        _ = try run.merge([SourceResult("a.txt", entries: [])], into: vault, now: time + days * day)
        #expect(vault.content().batches.isEmpty != isRemembered)
    }

    @Test("A second run with the same parts changes nothing, and a dry run remembers nothing")
    func unchanged() throws {
        let vault = MemoryVault()
        _ = try run.merge([try result([0, 1])], into: vault, isDryRun: true, now: time)
        #expect(vault.content().batches == [])
        for days in [0.0, 1, 2] { _ = try run.merge([try result([0, 1])], into: vault, now: time + days * day) }
        #expect(vault.writes.all == [2])
    }

    @Test("Without a vault nothing is remembered")
    func convert() throws {
        #expect(try run.collect([try result([2])]).ledger.batches.map(\.missing) == [[0, 1]])
    }
}
