import TOTPDomain
import Testing

@testable import ImportPipeline

@Suite("Google Authenticator exports of several codes")
struct MigrationBatchTests {
    /// A part, its content told by a number.
    private func part(_ index: Int, of size: Int, id: Int32 = 7, content: UInt64? = nil) -> MigrationPart {
        MigrationPart(batchID: id, size: size, index: index, fingerprint: content ?? UInt64(index))
    }

    private static func assemble(_ results: [SourceResult]) -> [MigrationBatch] {
        MigrationBatch.assemble(results.flatMap(\.namedParts))
    }

    @Test(
        "Parts are put together over any number of sources, in any order",
        arguments: [[[0, 1, 2]], [[2, 1, 0]], [[2], [0], [1]], [[], [1], [2, 0]], [[1, 2], [], [0]]])
    func complete(sources: [[Int]]) {
        let results = sources.enumerated().map { number, indexes in
            SourceResult("\(number).png", parts: indexes.map { part($0, of: 3) })
        }
        let batches = Self.assemble(results)
        #expect(batches.count == 1)
        #expect(batches.first?.id == 7)
        #expect(batches.first?.size == 3)
        #expect(batches.first?.present == [0, 1, 2])
        #expect(batches.first?.missing == [])
        #expect(batches.first?.repeated == [])
        #expect(batches.first?.isMixed == false)
        #expect(batches.first?.complaints == [])
        let names = sources.indices.filter { !sources[$0].isEmpty }.map { "\($0).png" }
        #expect(batches.first?.sources == names)
    }

    @Test(
        "Missing parts are named as the app counts them, with the sources of the others",
        arguments: [
            (present: [0, 1], size: 3, missing: [2], words: "2 of 3 parts; part 3 is missing (found in a.png, b.png)"),
            (
                present: [1], size: 3, missing: [0, 2],
                words: "1 of 3 parts; parts 1, 3 are missing (found in a.png, b.png)"
            ),
            (
                present: [3], size: 4, missing: [0, 1, 2],
                words: "1 of 4 parts; parts 1, 2, 3 are missing (found in a.png, b.png)"
            ),
        ])
    func missing(present: [Int], size: Int, missing: [Int], words: String) throws {
        let parts = present.map { part($0, of: size) }
        let batches = Self.assemble([
            SourceResult("a.png", parts: parts), SourceResult("c.png"), SourceResult("b.png", parts: parts),
        ])
        let batch = try #require(batches.first)
        #expect(batch.present == present)
        #expect(batch.missing == missing)
        #expect(
            batch.complaints.map(\.message) == [
                "Google Authenticator export: \(words); export again, or add the image of the missing code"
            ])
    }

    @Test("The same part twice is repeated, and not a problem")
    func repeated() throws {
        let results = [
            SourceResult("a.png", parts: [part(0, of: 2), part(1, of: 2)]),
            SourceResult("b.png", parts: [part(1, of: 2)]),
        ]
        let batch = try #require(Self.assemble(results).first)
        #expect(batch.present == [0, 1])
        #expect(batch.repeated == [1])
        #expect(!batch.isMixed)
        #expect(batch.complaints == [])
        #expect(batch.sources == ["a.png", "b.png"])
    }

    @Test("Exports of different numbers or sizes stay apart, in order of appearance")
    func apart() {
        let results = [
            SourceResult("a.png", parts: [part(0, of: 2, id: -9), part(1, of: 3, id: 7)]),
            SourceResult("b.png", parts: [part(0, of: 3, id: 7), part(1, of: 2, id: -9), part(0, of: 2, id: 7)]),
        ]
        let batches = Self.assemble(results)
        #expect(batches.map(\.id) == [-9, 7, 7])
        #expect(batches.map(\.size) == [2, 3, 2])
        #expect(batches.map(\.missing) == [[], [2], [1]])
    }

    @Test("Two exports without a number that look alike are mixed")
    func mixed() throws {
        let results = [
            SourceResult("a.png", parts: [part(0, of: 2, id: 0, content: 10), part(1, of: 2, id: 0, content: 11)]),
            SourceResult("b.png", parts: [part(0, of: 2, id: 0, content: 20)]),
            SourceResult("c.png", parts: [part(0, of: 2, id: 0, content: 20)]),
        ]
        let batch = try #require(Self.assemble(results).first)
        #expect(batch.isMixed)
        #expect(batch.missing == [1])
        #expect(batch.repeated == [0])
        #expect(
            batch.complaints.map(\.message) == [
                "Google Authenticator export: parts of several exports look alike (in a.png, b.png, c.png); "
                    + "all their accounts were imported, but part 2 is missing from at least one of them"
            ])
    }

    @Test("An export of one code is not a batch")
    func single() {
        #expect(Self.assemble([SourceResult("a.png", parts: [part(0, of: 1)])]) == [])
        #expect(Self.assemble([SourceResult("a.png")]) == [])
        #expect(Self.assemble([]) == [])
    }
}
