import Encodings
import TOTPDomain

/// The entries of all tables and logs of a LevelDB folder, including deleted and replaced entries.
///
/// The manifest, which lists the files that count, is not needed: for each key, the entry with the highest sequence
/// number counts, so that leftovers of a compaction do no harm. The library is not used, because it opens only folders
/// on the disk, writes to them, and trusts its files.
package struct LevelDBEntries: Sendable {
    package struct Entry: Sendable {
        package let key: [UInt8]
        package let sequence: UInt64
        /// nil for a deletion.
        package let value: [UInt8]?
    }

    package private(set) var entries: [Entry] = []
    /// Blocks and records that cannot be read, and those that are packed with a method other than Snappy.
    package internal(set) var damaged = 0, unsupported = 0

    /// False only for fuzzing: with checksums, most changed files fail at the first checksum.
    let checksChecksums: Bool
    private var budget = Limit.levelDBUnpacked
    private var fileBudget = Limit.levelDBFiles

    package init(checksChecksums: Bool = true) { self.checksChecksums = checksChecksums }

    /// Whether bytes are one file of a folder: a table, or a log that starts with an intact record.
    package static func isFile(_ bytes: [UInt8]) -> Bool {
        LevelDBTable.hasFooter(bytes) || LevelDBLog.hasRecord(bytes)
    }

    /// Whether a text is the name of a folder's manifest, as the file `CURRENT` contains it: `MANIFEST-000002`.
    package static func isManifestName(_ text: [UInt8]) -> Bool {
        let start = Array("MANIFEST-".utf8)
        guard text.count <= 32, text.starts(with: start) else { return false }
        let number = text.dropFirst(start.count).filter { !ASCII.isWhitespace($0) }
        return !number.isEmpty && number.allSatisfy { $0 &- 48 < 10 }
    }

    /// Adds the entries of a file.
    ///
    /// - Parameter name: with the extension, which shows the type.
    /// - Throws: ``SourceError`` with `limit-exceeded`. Damage is counted, not thrown.
    package mutating func add(_ file: [UInt8], named name: some StringProtocol) throws(SourceError) {
        fileBudget -= file.count
        guard fileBudget >= 0 else {
            let most = Limit.levelDBFiles >> 20
            throw SourceError(.limitExceeded, "the files of the folder have more than \(most) MiB together")
        }
        if name.hasSuffix(".log") {
            try LevelDBLog.read(file, into: &self)
        } else {
            try LevelDBTable.read(file, into: &self)
        }
    }

    /// The newest value of each key that is not deleted, in the order of the keys.
    package var current: [(key: [UInt8], value: [UInt8])] {
        var newest: [[UInt8]: Int] = [:]
        for (index, entry) in entries.enumerated() {
            if let other = newest[entry.key], entries[other].sequence >= entry.sequence { continue }
            newest[entry.key] = index
        }
        return newest.values.compactMap { index in
            entries[index].value.map { (entries[index].key, $0) }
        }.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    }

    // MARK: - For the files

    mutating func append(
        _ key: some Collection<UInt8>, _ sequence: UInt64, _ value: ArraySlice<UInt8>?
    ) throws(SourceError) {
        guard key.count + (value?.count ?? 0) <= Limit.levelDBValue else {
            damaged += 1
            return
        }
        guard entries.count < Limit.levelDBEntries else {
            throw SourceError(.limitExceeded, "the folder has more than \(Limit.levelDBEntries) entries")
        }
        try spend(key.count + (value?.count ?? 0))
        entries.append(Entry(key: Array(key), sequence: sequence, value: value.map { Array($0) }))
    }

    /// Counts bytes that are unpacked, copied or checked: a small table may name one block any number of times.
    mutating func spend(_ count: Int) throws(SourceError) {
        budget -= count
        guard budget >= 0 else {
            let most = Limit.levelDBUnpacked >> 20
            throw SourceError(.limitExceeded, "the folder unpacks to more than \(most) MiB")
        }
    }
}
