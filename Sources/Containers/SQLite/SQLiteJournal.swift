import Encodings
import TOTPDomain

/// A write-ahead log (`-wal`): pages that are not in the database file yet. Without them, recent accounts are missing.
///
/// Source: the SQLite file format, section 4.
enum SQLiteJournal {
    private static let headerCount = 32
    private static let frameHeaderCount = 24

    /// Writes the pages of every complete transaction into the database, in order. The rest is ignored: an
    /// old log, or a transaction that was cut off.
    ///
    /// - Throws: ``SourceError`` with `corrupt` if log and database do not belong together.
    static func apply(_ log: [UInt8], to database: inout [UInt8]) throws(SourceError) {
        // A closed database leaves an empty log.
        guard log.count >= headerCount else { return }
        var header = ByteReader(log, .big, orThrow: Self.damaged)
        let magic = try header.integer(UInt32.self)
        guard magic & 0xFFFF_FFFE == 0x377F_0682, try header.integer(UInt32.self) == 3_007_000 else {
            throw Self.damaged
        }
        let pageSize = try header.count(UInt32.self)
        guard 512...65536 ~= pageSize, pageSize.nonzeroBitCount == 1, pageSize == Self.pageSize(of: database) else {
            throw SourceError(.corrupt, "the -wal file does not belong to this database", "copy both again")
        }
        var sum = Checksum(order: magic & 1 == 1 ? .big : .little)
        sum.add(log[..<24])
        guard sum.matches(log, at: 24) else { return }

        var pending: [(page: Int, start: Int)] = []
        var at = headerCount
        while at + frameHeaderCount + pageSize <= log.count {
            let body = (at + frameHeaderCount)..<(at + frameHeaderCount + pageSize)
            sum.add(log[at..<(at + 8)])
            sum.add(log[body])
            guard log[(at + 8)..<(at + 16)].elementsEqual(log[16..<24]), sum.matches(log, at: at + 16) else { return }
            var frame = ByteReader(log[at...], .big, orThrow: Self.damaged)
            pending.append((try frame.count(UInt32.self), body.lowerBound))
            let pages = try frame.count(UInt32.self)
            if pages > 0 {
                try commit(pending, pages: pages, pageSize, log, to: &database)
                pending.removeAll()
            }
            at = body.upperBound
        }
    }

    private static func commit(
        _ frames: [(page: Int, start: Int)], pages: Int, _ pageSize: Int, _ log: [UInt8], to database: inout [UInt8]
    ) throws(SourceError) {
        // No transaction makes a database larger than both files together.
        guard pages <= (database.count + log.count) / pageSize else { throw Self.damaged }
        let size = pages * pageSize
        if database.count > size { database.removeLast(database.count - size) }
        if database.count < size { database += [UInt8](repeating: 0, count: size - database.count) }
        for (page, start) in frames where 1...pages ~= page {
            database.replaceSubrange(((page - 1) * pageSize)..<(page * pageSize), with: log[start..<(start + pageSize)])
        }
    }

    /// The page size in the database's header; 0 without a header.
    static func pageSize(of database: [UInt8]) -> Int {
        guard database.count >= 100, let size = database.integer(UInt16.self, at: 16, .big) else { return 0 }
        return size == 1 ? 65536 : Int(size)
    }

    /// Whether a database ends with a whole page, or has all the pages that its header counts, and then more bytes.
    static func isWhole(_ database: [UInt8]) -> Bool {
        let pageSize = pageSize(of: database)
        guard pageSize > 0, !database.count.isMultiple(of: pageSize) else { return true }
        let pages = Int(database.integer(UInt32.self, at: 28, .big) ?? 0)
        return pages > 0 && pages <= database.count / pageSize
    }

    /// Two running sums over 32-bit words.
    private struct Checksum {
        private let order: ByteOrder
        private var first: UInt32 = 0
        private var second: UInt32 = 0

        init(order: ByteOrder) { self.order = order }

        mutating func add(_ bytes: ArraySlice<UInt8>) {
            let words = bytes.span
            var at = 0
            while let even = words.integer(UInt32.self, at: at, order),
                let odd = words.integer(UInt32.self, at: at + 4, order)
            {
                first = first &+ even &+ second
                second = second &+ odd &+ first
                at += 8
            }
        }

        func matches(_ log: [UInt8], at index: Int) -> Bool {
            log.integer(UInt32.self, at: index, .big) == first
                && log.integer(UInt32.self, at: index + 4, .big) == second
        }
    }

    private static let damaged = SourceError(
        .corrupt, "the -wal file next to the database is damaged", "copy both again")
}
