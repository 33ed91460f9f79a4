import TOTPDomain

/// A write-ahead log (`-wal`): pages that belong into the database file and are not there yet. Without them recent
/// accounts are missing.
///
/// Source: the SQLite file format, section 4.
enum SQLiteJournal {
    private static let headerCount = 32
    private static let frameHeaderCount = 24

    /// Puts the pages of every complete transaction into the database, in order. What follows the last one is not part
    /// of it: an old log, or one that was cut off.
    ///
    /// - throws: ``SourceError`` with `corrupt` where log and database do not belong together.
    static func apply(_ log: [UInt8], to database: inout [UInt8]) throws(SourceError) {
        // An empty log is what a database that was closed leaves behind.
        guard log.count >= headerCount else { return }
        let magic = log.bigEndian(at: 0)
        guard magic & 0xFFFF_FFFE == 0x377F_0682, log.bigEndian(at: 4) == 3_007_000 else {
            throw SourceError(.corrupt, "the -wal file beside the database is damaged; copy both again")
        }
        let pageSize = Int(log.bigEndian(at: 8))
        guard 512...65536 ~= pageSize, pageSize.nonzeroBitCount == 1, pageSize == Self.pageSize(of: database) else {
            throw SourceError(.corrupt, "the -wal file does not belong to this database; copy both again")
        }
        var sum = Checksum(isBigEndian: magic & 1 == 1)
        sum.add(log[..<24])
        guard sum.matches(log, at: 24) else { return }

        var pending: [(page: Int, start: Int)] = []
        var at = headerCount
        while at + frameHeaderCount + pageSize <= log.count {
            let body = (at + frameHeaderCount)..<(at + frameHeaderCount + pageSize)
            sum.add(log[at..<(at + 8)])
            sum.add(log[body])
            guard log[(at + 8)..<(at + 16)].elementsEqual(log[16..<24]), sum.matches(log, at: at + 16) else { return }
            pending.append((Int(log.bigEndian(at: at)), body.lowerBound))
            let pages = Int(log.bigEndian(at: at + 4))
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
        // No transaction grows a database beyond what both files hold.
        guard pages <= (database.count + log.count) / pageSize else {
            throw SourceError(.corrupt, "the -wal file beside the database is damaged; copy both again")
        }
        let size = pages * pageSize
        if database.count > size { database.removeLast(database.count - size) }
        if database.count < size { database += [UInt8](repeating: 0, count: size - database.count) }
        for (page, start) in frames where 1...pages ~= page {
            database.replaceSubrange(((page - 1) * pageSize)..<(page * pageSize), with: log[start..<(start + pageSize)])
        }
    }

    /// As the database's header has it; 0 where there is no header.
    static func pageSize(of database: [UInt8]) -> Int {
        guard database.count >= 100 else { return 0 }
        let size = Int(database[16]) << 8 | Int(database[17])
        return size == 1 ? 65536 : size
    }

    /// Whether a database ends with a whole page, or holds all that its header counts and something behind them.
    static func isWhole(_ database: [UInt8]) -> Bool {
        let pageSize = pageSize(of: database)
        guard pageSize > 0, !database.count.isMultiple(of: pageSize) else { return true }
        let pages = Int(database.bigEndian(at: 28))
        return pages > 0 && pages <= database.count / pageSize
    }

    /// Two running sums over 32-bit words.
    private struct Checksum {
        let isBigEndian: Bool
        private var first: UInt32 = 0
        private var second: UInt32 = 0

        init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

        mutating func add(_ bytes: ArraySlice<UInt8>) {
            var at = bytes.startIndex
            while at + 8 <= bytes.endIndex {
                first = first &+ word(bytes, at) &+ second
                second = second &+ word(bytes, at + 4) &+ first
                at += 8
            }
        }

        private func word(_ bytes: ArraySlice<UInt8>, _ at: Int) -> UInt32 {
            let value =
                UInt32(bytes[at]) << 24 | UInt32(bytes[at + 1]) << 16 | UInt32(bytes[at + 2]) << 8
                | UInt32(bytes[at + 3])
            return isBigEndian ? value : value.byteSwapped
        }

        func matches(_ log: [UInt8], at index: Int) -> Bool {
            log.bigEndian(at: index) == first && log.bigEndian(at: index + 4) == second
        }
    }
}

extension [UInt8] {
    fileprivate func bigEndian(at index: Int) -> UInt32 {
        UInt32(self[index]) << 24 | UInt32(self[index + 1]) << 16 | UInt32(self[index + 2]) << 8
            | UInt32(self[index + 3])
    }
}
