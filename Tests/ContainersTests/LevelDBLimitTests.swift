import Encodings
import FixtureSupport
import TOTPDomain
import Testing

@testable import Containers

@Suite("Limits of LevelDB")
struct LevelDBLimitTests {
    private typealias Files = LevelDBFiles

    @Test("The files of a folder may be as large together as the limit")
    func files() throws {
        var entries = LevelDBEntries()
        try entries.add([UInt8](repeating: 0, count: Limit.levelDBFiles), named: "1.log")
        #expect(throws: SourceError(.limitExceeded, LimitMessage.levelDBFiles(Limit.levelDBFiles >> 20))) {
            try entries.add([0], named: "2.log")
        }
    }

    @Test("A folder may have as many entries as the limit, and no more")
    func count() throws {
        let most = Limit.levelDBEntries
        let deletions = [UInt8](repeating: 0, count: 2 * most)
        let batch = UInt64(1).bytes(.little) + UInt32(most).bytes(.little) + deletions
        var entries = LevelDBEntries(checksChecksums: false)
        try entries.add(Files.log([batch]), named: "1.log")
        #expect(entries.entries.count == most && entries.damaged == 0)
        #expect(throws: SourceError(.limitExceeded, LimitMessage.levelDBEntries(most))) {
            try entries.add(Files.log([Files.batch(1, [("", nil)])]), named: "2.log")
        }
    }

    @Test("A value and its key may be as large together as the limit, and no more")
    func value() throws {
        let most = Limit.levelDBValue
        for (count, damaged) in [(most - 1, 0), (most, 1)] {
            var entries = LevelDBEntries(checksChecksums: false)
            let value = [UInt8](repeating: 1, count: count)
            try entries.add(Files.log([Files.batch(1, [("a", value), ("b", [])])]), named: "1.log")
            #expect(entries.damaged == damaged && entries.entries.count == 2 - damaged)
        }
        // A block of the same size, packed and not.
        #expect(Snappy.unpack((Files.varint(most + 1) + [0, 1])[...], limit: most) == nil)
        var entries = LevelDBEntries(checksChecksums: false)
        let block = [UInt8](repeating: 0xFF, count: most + 1)
        try entries.add(
            Files.table([block + [2, 0, 0, 0, 0], Array(block.dropLast()) + [2, 0, 0, 0, 0]]), named: "1.ldb")
        #expect(entries.damaged == 1 && entries.unsupported == 1)
    }

    @Test("A block may have as many restarts as the limit, and no more")
    func restarts() throws {
        let most = Limit.levelDBRestarts
        for (count, damaged) in [(most, 0), (most + 1, 1)] {
            var entries = LevelDBEntries(checksChecksums: false)
            let block = Files.stored(Files.block([(Files.key("a", 1), [])], restarts: count))
            try entries.add(Files.table([block]), named: "1.ldb")
            #expect(entries.damaged == damaged && entries.entries.count == 1 - damaged)
        }
    }

    @Test("A small table may name one block any number of times")
    func unpacked() throws {
        let most = Limit.levelDBUnpacked, size = Limit.levelDBValue
        let block = [UInt8](repeating: 0, count: size) + [2, 0, 0, 0, 0]
        var entries = LevelDBEntries(checksChecksums: false)
        try entries.add(Files.table([block], named: most / size - 1), named: "1.ldb")
        #expect(entries.unsupported == most / size - 1)
        var others = LevelDBEntries(checksChecksums: false)
        #expect(throws: SourceError(.limitExceeded, LimitMessage.levelDBUnpacked(most >> 20))) {
            try others.add(Files.table([block], named: most / size + 1), named: "1.ldb")
        }
    }
}
