import Encodings
import FixtureSupport
import TOTPDomain
import Testing

@testable import Containers

@Suite("Folders of LevelDB")
struct LevelDBTests {
    private typealias Files = LevelDBFiles

    private static func changes(_ text: String) -> [Files.Change] {
        text.split(separator: " ").map { part in
            let parts = part.split(separator: "=")
            return (String(parts[0]), parts.count > 1 ? Array(parts[1].utf8) : nil)
        }
    }

    private static func entries(_ files: [(String, [UInt8])]) throws -> LevelDBEntries {
        var entries = LevelDBEntries()
        for (name, bytes) in files { try entries.add(bytes, named: name) }
        return entries
    }

    @Test("Of each key the highest sequence number counts, in any order of files; a deletion hides it")
    func newest() throws {
        let log = Files.log([Files.batch(20, Self.changes("a=new b c=late"))])
        let table = Files.table([
            Files.stored(
                Files.block([
                    (Files.key("a", 5), Array("old".utf8)), (Files.key("b", 6), Array("old".utf8)),
                    (Files.key("c", 30), Array("table".utf8)), (Files.key("d", 7), Array("kept".utf8)),
                    (Files.key("e", 9, isDeleted: true), []), (Files.key("e", 8), Array("gone".utf8)),
                ]))
        ])
        for files in [[("1.log", log), ("2.ldb", table)], [("2.sst", table), ("1.log", log)]] {
            let entries = try Self.entries(files)
            #expect(entries.texts == ["a=new", "c=table", "d=kept"])
            #expect(entries.damaged == 0 && entries.entries.count == 9)
        }
    }

    @Test("A batch may be in several records, and changes are numbered from its own number on")
    func parts() throws {
        let long = String(repeating: "x", count: 100_000)
        let batches = [Self.changes("a=\(long) b=1 a=2"), Self.changes("c=3")]
        let log = Files.log([Files.batch(1, batches[0]), Files.batch(9, batches[1])])
        let entries = try Self.entries([("000003.log", log)])
        #expect(entries.texts == ["a=2", "b=1", "c=3"] && entries.damaged == 0)
        #expect(entries.entries.map(\.sequence) == [1, 2, 3, 9])
    }

    @Test("Damage in a log loses its block or batch; the rest is read")
    func damagedLog() throws {
        let first = Files.batch(1, Self.changes("a=1")), second = Files.batch(5, Self.changes("b=2"))
        var changed = Files.log([first, second])
        changed[3] ^= 1
        #expect(try Self.entries([("1.log", changed)]).texts == ["b=2"])
        // Cut within the last record, and within a batch of several.
        let whole = Files.log([first, second])
        for count in [whole.count - 1, whole.count - 8, 32_768 + 7] {
            let entries = try Self.entries([("1.log", Array(whole.prefix(count)))])
            #expect(entries.texts == ["a=1"] && entries.damaged == 1, "\(count)")
        }
        for odd in [
            Files.record(3, first), Files.record(4, first), Files.record(2, first), Files.record(7, first),
            Files.record(1, Array(first.prefix(11))), Files.record(1, first + [9]), Files.record(1, []),
            Files.record(1, Files.batch(1, Self.changes("a=1"), count: 1 << 31)),
        ] {
            let entries = try Self.entries([("1.log", odd), ("2.log", Files.log([second]))])
            #expect(entries.damaged == 1 && entries.texts.last == "b=2")
        }
        #expect(try Self.entries([("1.log", [UInt8](repeating: 0, count: 70_000))]).damaged == 0)
    }

    @Test("Damage in a table loses its block, its entry or the whole table")
    func damagedTable() throws {
        let good = Files.stored(Files.block([(Files.key("a", 1), Array("1".utf8))]))
        var changed = good
        changed[1] ^= 1
        let blocks: [[UInt8]] = [
            changed, Files.stored(Files.block([(Files.key("b", 1), [])]), method: 1), Files.stored([0, 0]),
            Files.stored([]),
            Files.stored([9, 1, 0, 97] + Files.block([])), Files.stored([0, 200, 0, 97] + Files.block([])),
            Files.stored(Files.block([(Array("short".utf8), [])])),
            Files.stored(Files.block([], restarts: 0) + [2, 0, 0, 0]),
        ]
        for block in blocks {
            let entries = try Self.entries([("1.ldb", Files.table([block, good]))])
            #expect(entries.texts == ["a=1"] && entries.damaged == 1 && entries.unsupported == 0)
        }
        let packed = try Self.entries([("1.ldb", Files.table([Files.stored(Files.block([]), method: 2), good]))])
        #expect(packed.texts == ["a=1"] && packed.unsupported == 1 && packed.damaged == 0)
        let table = Files.table([good])
        for count in 0..<table.count {
            let entries = try Self.entries([("1.ldb", Array(table.prefix(count)))])
            #expect(entries.texts.isEmpty && entries.damaged == 1)
        }
        for index in table.indices {
            var changed = table
            changed[index] ^= 0x80
            let entries = try Self.entries([("1.ldb", changed)])
            #expect(entries.texts == ["a=1"] || entries.texts.isEmpty && entries.damaged == 1, "\(index)")
        }
    }

    @Test("A table and a log are known by themselves, and nothing else is")
    func files() {
        let log = Files.log([Files.batch(1, Self.changes("a=1"))])
        #expect(LevelDBEntries.isFile(log) && LevelDBEntries.isFile(Files.table([])))
        for other in [[], Array(log.dropFirst()), Array(log.dropLast()), [UInt8](repeating: 0, count: 99)] {
            #expect(!LevelDBEntries.isFile(other))
        }
    }

    @Test(
        "Snappy is unpacked, and refused if it is cut off or over the limit",
        arguments: [
            ("00", ""), ("01 00 61", "a"), ("05 10 68656c6c6f", "hello"),
            // A copy with an offset of one, of two and of four bytes; the last repeats one byte.
            ("08 0c 61626364 01 04", "abcdabcd"), ("07 0c 61626364 0a 0400", "abcdabc"),
            ("07 0c 61626364 0b 04000000", "abcdabc"), ("09 00 61 1e 0100", "aaaaaaaaa"),
            ("41 f0 40" + String(repeating: "7a", count: 65), String(repeating: "z", count: 65)),
            ("41 f4 4000" + String(repeating: "7a", count: 65), String(repeating: "z", count: 65)),
        ])
    func snappy(packed: String, text: String) {
        let bytes = [UInt8](hex: packed)
        #expect(Snappy.unpack(bytes[...], limit: 100).map { String(decoding: $0, as: UTF8.self) } == text)
        for count in 0..<bytes.count { #expect(Snappy.unpack(bytes.prefix(count), limit: 100) == nil) }
        #expect(text.isEmpty || Snappy.unpack(bytes[...], limit: text.utf8.count - 1) == nil)
    }

    @Test(
        "Damaged Snappy is refused",
        arguments: [
            "", "80", "ffffffffffffffffffff01", "ff01 00 61", "01 00 6161", "02 00 61", "05 00 61 0e 0000",
            "05 00 61 0e 0200",
            "05 01 01", "05 00 61 01 02", "04 00 61 0e 0100", "05 10 68", "01 fc ffffffff 61", "ffffffff0f 00 61",
        ])
    func damagedSnappy(packed: String) { #expect(Snappy.unpack([UInt8](hex: packed)[...], limit: 1 << 20) == nil) }
}
