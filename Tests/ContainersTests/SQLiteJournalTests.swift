import Containers
import FixtureSupport
import TOTPDomain
import Testing

/// The write-ahead log beside a database: it alone contains the app's last changes.
@Suite("SQLite's -wal file")
struct SQLiteJournalTests {
    private static let base = """
        CREATE TABLE accounts (_id INTEGER PRIMARY KEY, email TEXT); INSERT INTO accounts VALUES (1, 'alice');
        """
    private static let changes = [
        "INSERT INTO accounts VALUES (2, 'bob')", "UPDATE accounts SET email = 'anne' WHERE _id = 1",
        "INSERT INTO accounts VALUES (3, 'carol')",
    ]
    /// The rows after each of the transactions.
    private static let states = [["alice"], ["alice", "bob"], ["anne", "bob"], ["anne", "bob", "carol"]]
    private static let headerCount = 32, frameCount = 24 + 4096

    private let database, journal: [UInt8]

    init() throws {
        (database, journal) = try SQLiteFile.make(Self.base, changes: Self.changes)
        try #require(journal.count == Self.headerCount + 3 * Self.frameCount, "one page for each change")
    }

    private func emails(_ journal: [UInt8]?) throws -> [String] {
        try SQLiteDatabase(database, journal: journal)
            .rows(of: "accounts", ["email"], orderedBy: "_id", limit: 100).compactMap { $0[0].text }
    }

    @Test("Without the log the database is as it was; with it, as it is")
    func merges() throws {
        #expect(try emails(nil) == Self.states[0])
        #expect(try emails(journal) == Self.states[3])
        #expect(try emails([]) == Self.states[0])
    }

    @Test("Cut anywhere, whole transactions count and nothing else")
    func cut() throws {
        for count in stride(from: 0, through: journal.count, by: 32) {
            let frames = max(0, count - Self.headerCount) / Self.frameCount
            #expect(try emails(Array(journal.prefix(count))) == Self.states[frames], "\(count) bytes")
        }
    }

    @Test("A frame that was changed ends the log")
    func damagedFrames() throws {
        var generator = SeededGenerator(seed: 3)
        for frame in 0..<3 {
            let start = Self.headerCount + frame * Self.frameCount
            // The page's number, the size, both salts, both sums, and the page.
            let places = Array(0..<24) + (0..<8).map { _ in Int.random(in: 24..<Self.frameCount, using: &generator) }
            for place in places {
                var changed = journal
                changed[start + place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
                #expect(try emails(changed) == Self.states[frame], "frame \(frame), byte \(place)")
            }
        }
    }

    @Test("A changed header is reported, or its log is ignored")
    func damagedHeader() throws {
        for place in 0..<Self.headerCount {
            var changed = journal
            changed[place] ^= 0x10
            switch place {
            case 0..<12:
                let failure = #expect(throws: SourceError.self, "byte \(place)") { try emails(changed) }
                #expect(failure?.code == .corrupt)
            default: #expect(try emails(changed) == Self.states[0], "byte \(place)")
            }
        }
    }

    @Test("Frames of an older log, with other salts, are not taken")
    func wrongSalts() throws {
        let other = try SQLiteFile.make(Self.base, changes: Self.changes.map { $0.replacing("bob", with: "mallory") })
        let mixed =
            journal.prefix(Self.headerCount + Self.frameCount)
            + other.journal.dropFirst(Self.headerCount + Self.frameCount)
        #expect(try emails(Array(mixed)) == Self.states[1])
    }

    @Test("The log of a database with other pages does not belong to it")
    func otherPageSize() throws {
        let other = try SQLiteFile.make(Self.base, changes: Self.changes, pageSize: 1024)
        let failure = #expect(throws: SourceError.self) { try emails(other.journal) }
        #expect(failure?.code == .corrupt)
    }

    @Test("Checksums are read in either byte order")
    func otherByteOrder() throws {
        var log = journal
        log[3] ^= 1
        #expect(try emails(Self.resummed(log)) == Self.states[3])
    }

    @Test("A transaction that claims a huge database is damage, and costs nothing")
    func hugeClaim() throws {
        var log = journal
        log.replaceSubrange((Self.headerCount + 4)..<(Self.headerCount + 8), with: [0x7F, 0xFF, 0xFF, 0xFF])
        let failure = #expect(throws: SourceError.self) { try emails(Self.resummed(log)) }
        #expect(failure?.code == .corrupt)
    }

    @Test("Page 0 and pages beyond the end are rejected")
    func pagesBeyond() throws {
        for page: UInt8 in [0, 0xFF] {
            var log = journal
            log.replaceSubrange(Self.headerCount..<(Self.headerCount + 4), with: [0, 0, page, page])
            // Its frame is skipped; the frames after it contain the whole page again.
            #expect(try emails(Self.resummed(log)) == Self.states[3])
        }
    }

    @Test("A database that shrank is as short as it says")
    func shrinks() throws {
        let rows =
            "WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 500) "
            + "INSERT INTO accounts SELECT i, hex(zeroblob(100)) FROM n;"
        let (database, journal) = try SQLiteFile.make(
            Self.base + rows, changes: ["DELETE FROM accounts WHERE _id > 1", "VACUUM"])
        let shrunk = try SQLiteDatabase(database, journal: journal)
        #expect(try shrunk.rows(of: "accounts", ["email"], orderedBy: "_id", limit: 9) == [[.text("alice")]])
    }

    /// The log with its checksums computed again, SQLite's file format, section 4.2.
    private static func resummed(_ log: [UInt8]) -> [UInt8] {
        var log = log
        var sums: (UInt32, UInt32) = (0, 0)
        let isBigEndian = log[3] & 1 == 1
        func word(_ at: Int) -> UInt32 {
            let bytes = log[at..<(at + 4)]
            return (isBigEndian ? Array(bytes) : bytes.reversed()).reduce(0) { $0 << 8 | UInt32($1) }
        }
        func add(_ range: Range<Int>) {
            for at in stride(from: range.lowerBound, to: range.upperBound, by: 8) {
                sums.0 = sums.0 &+ word(at) &+ sums.1
                sums.1 = sums.1 &+ word(at + 4) &+ sums.0
            }
        }
        func store(at place: Int) {
            let bytes = [sums.0, sums.1].flatMap { sum in withUnsafeBytes(of: sum.bigEndian) { Array($0) } }
            log.replaceSubrange(place..<(place + 8), with: bytes)
        }
        add(0..<24)
        store(at: 24)
        for frame in stride(from: headerCount, to: log.count, by: frameCount) {
            add(frame..<(frame + 8))
            add((frame + 24)..<(frame + frameCount))
            store(at: frame + 16)
        }
        return log
    }
}
