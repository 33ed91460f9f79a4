import Encodings
import TOTPDomain

/// A log of LevelDB: blocks with records. A batch of changes has one or more records.
enum LevelDBLog {
    private static let blockCount = 32_768, headCount = 7

    /// The kinds of records.
    private enum Part: UInt8 { case whole = 1, first, middle, last }

    private struct Record {
        let part: Part
        let content: ArraySlice<UInt8>
    }

    /// Whether bytes start with an intact record.
    static func hasRecord(_ bytes: [UInt8]) -> Bool {
        guard let record = record(bytes.prefix(blockCount), checksChecksums: true) else { return false }
        return [.whole, .first].contains(record.part)
    }

    static func read(_ bytes: [UInt8], into entries: inout LevelDBEntries) throws(SourceError) {
        // The parts of a batch so far; nil outside of one.
        var batch: [UInt8]?
        var start = 0
        while start < bytes.count {
            var block = bytes[start..<min(start + blockCount, bytes.count)]
            start += blockCount
            while block.count >= headCount {
                // The rest was reserved and not written.
                if block.prefix(headCount).allSatisfy({ $0 == 0 }) { break }
                guard let record = record(block, checksChecksums: entries.checksChecksums) else {
                    // Its length may be wrong as well, so the next record is in the next block.
                    entries.damaged += 1
                    batch = nil
                    break
                }
                block = block.dropFirst(headCount + record.content.count)
                switch (record.part, batch) {
                case (.whole, nil): try add(record.content, &entries)
                case (.first, nil): batch = Array(record.content)
                case (.middle, _?): batch?.append(contentsOf: record.content)
                case (.last, let parts?):
                    try add((parts + record.content)[...], &entries)
                    batch = nil
                default:
                    entries.damaged += 1
                    batch = record.part == .first ? Array(record.content) : nil
                    if record.part == .whole { try add(record.content, &entries) }
                }
            }
        }
        // A batch whose end was never written.
        if batch != nil { entries.damaged += 1 }
    }

    /// The record at the start of the rest of a block; nil if it is damaged.
    private static func record(_ block: ArraySlice<UInt8>, checksChecksums: Bool) -> Record? {
        var reader = LevelDBReader(block)
        guard let sum = reader.take(4)?.integer(.little), let count = reader.take(2)?.integer(.little),
            let part = reader.byte().flatMap(Part.init), let content = reader.take(Int(count))
        else { return nil }
        let covered = block[(block.startIndex + headCount - 1)..<content.endIndex]
        guard !checksChecksums || sum == UInt64(LevelDBChecksum.masked(covered)) else { return nil }
        return Record(part: part, content: content)
    }

    private static func add(_ batch: ArraySlice<UInt8>, _ entries: inout LevelDBEntries) throws(SourceError) {
        if try !hasAdded(batch, &entries) { entries.damaged += 1 }
    }

    /// Adds the changes of a batch, which are numbered from its sequence number on.
    ///
    /// - Returns: false if the batch is damaged.
    private static func hasAdded(
        _ batch: ArraySlice<UInt8>, _ entries: inout LevelDBEntries
    ) throws(SourceError) -> Bool {
        var reader = LevelDBReader(batch)
        guard let start = reader.take(8)?.integer(.little), let count = reader.take(4)?.integer(.little) else {
            return false
        }
        for number in 0..<count {
            // A batch that claims more changes than it has ends here as well.
            guard let kind = reader.byte(), kind < 2, let key = reader.block() else { return false }
            let value = kind == 1 ? reader.block() : nil
            guard kind == 0 || value != nil else { return false }
            try entries.append(key, start &+ number, value)
        }
        return reader.remaining == 0
    }
}
