import Encodings
import TOTPDomain

/// A table of LevelDB: blocks of sorted entries, and an index of them at its end.
enum LevelDBTable {
    private static let footerCount = 48
    private static let signature: [UInt8] = [0x57, 0xFB, 0x80, 0x8B, 0x24, 0x75, 0x47, 0xDB]
    /// Kind and checksum after a block.
    private static let trailerCount = 5
    /// Sequence number and kind at the end of a key.
    private static let keyTrailerCount = 8

    /// Where a block is.
    private struct Handle {
        let offset: Int, count: Int

        init?(_ reader: inout LevelDBReader) {
            guard let offset = reader.varint().flatMap({ Int(exactly: $0) }),
                let count = reader.varint().flatMap({ Int(exactly: $0) })
            else { return nil }
            (self.offset, self.count) = (offset, count)
        }
    }

    static func hasFooter(_ bytes: [UInt8]) -> Bool {
        bytes.count >= footerCount && bytes.suffix(signature.count).elementsEqual(signature)
    }

    static func read(_ bytes: [UInt8], into entries: inout LevelDBEntries) throws(SourceError) {
        var footer = LevelDBReader(bytes.suffix(footerCount))
        // The first handle is for the index of filters.
        guard hasFooter(bytes), Handle(&footer) != nil, let place = Handle(&footer),
            let index = try block(place, of: bytes, &entries)
        else {
            entries.damaged += 1
            return
        }
        var handles: [Handle] = []
        try forEachEntry(of: index, &entries) { _, value, entries throws(SourceError) in
            var reader = LevelDBReader(value)
            if let handle = Handle(&reader) { handles.append(handle) } else { entries.damaged += 1 }
        }
        for handle in handles {
            let unsupported = entries.unsupported
            guard let block = try block(handle, of: bytes, &entries) else {
                if entries.unsupported == unsupported { entries.damaged += 1 }
                continue
            }
            try forEachEntry(of: block, &entries) { key, value, entries throws(SourceError) in
                guard let trailer = key.suffix(keyTrailerCount).integer(.little), key.count >= keyTrailerCount,
                    trailer & 0xFF < 2
                else {
                    entries.damaged += 1
                    return
                }
                try entries.append(key.dropLast(keyTrailerCount), trailer >> 8, trailer & 1 == 1 ? value : nil)
            }
        }
    }

    /// A block, unpacked; nil if it is damaged or packed with another method.
    private static func block(
        _ handle: Handle, of bytes: [UInt8], _ entries: inout LevelDBEntries
    ) throws(SourceError) -> [UInt8]? {
        guard handle.count <= Limit.levelDBValue, handle.offset <= bytes.count,
            handle.count + trailerCount <= bytes.count - handle.offset
        else { return nil }
        let end = handle.offset + handle.count
        try entries.spend(handle.count)
        guard let sum = bytes.integer(UInt32.self, at: end + 1, .little),
            !entries.checksChecksums || sum == LevelDBChecksum.masked(bytes[handle.offset...end])
        else { return nil }
        let content = bytes[handle.offset..<end]
        switch bytes[end] {
        case 0: return Array(content)
        case 1:
            let unpacked = Snappy.unpack(content, limit: Limit.levelDBValue)
            try entries.spend(unpacked?.count ?? 0)
            return unpacked
        default:
            entries.unsupported += 1
            return nil
        }
    }

    /// Calls a closure with each key and value of a block. Keys share their start with the key before.
    private static func forEachEntry(
        of block: [UInt8], _ entries: inout LevelDBEntries,
        _ body: ([UInt8], ArraySlice<UInt8>, inout LevelDBEntries) throws(SourceError) -> Void
    ) throws(SourceError) {
        guard let restarts = block.integer(UInt32.self, at: block.count - 4, .little),
            restarts <= Limit.levelDBRestarts, 4 * (Int(restarts) + 1) <= block.count
        else {
            entries.damaged += 1
            return
        }
        var reader = LevelDBReader(block.dropLast(4 * (Int(restarts) + 1)))
        var key: [UInt8] = []
        while reader.remaining > 0 {
            guard let shared = reader.varint(), let unshared = reader.varint(), let count = reader.varint(),
                shared <= UInt64(key.count), let rest = reader.take(Int(clamping: unshared)),
                let value = reader.take(Int(clamping: count))
            else {
                entries.damaged += 1
                return
            }
            key.removeLast(key.count - Int(shared))
            key += rest
            try entries.spend(rest.count + Int(shared) / 64 + 1)
            try body(key, value, &entries)
        }
    }
}
