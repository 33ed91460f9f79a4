import Encodings

@testable import Containers

/// Files of LevelDB, written by hand. Checksums come from the program; the folders in
/// `Fixtures/exports/authenticator-extension`, which another program makes, prove that they are right.
enum LevelDBFiles {
    typealias Change = (key: String, value: [UInt8]?)

    static func varint(_ number: Int) -> [UInt8] {
        var bytes: [UInt8] = [], rest = number
        while rest > 127 {
            bytes.append(UInt8(rest & 127) | 128)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }

    private static func sized(_ bytes: [UInt8]) -> [UInt8] { varint(bytes.count) + bytes }

    static func batch(_ sequence: UInt64, _ changes: [Change], count: Int? = nil) -> [UInt8] {
        var bytes = sequence.bytes(.little) + UInt32(count ?? changes.count).bytes(.little)
        for (key, value) in changes {
            bytes += [value == nil ? 0 : 1] + sized(Array(key.utf8)) + (value.map(sized) ?? [])
        }
        return bytes
    }

    static func record(_ part: UInt8, _ content: [UInt8]) -> [UInt8] {
        LevelDBChecksum.masked([part] + content).bytes(.little) + UInt16(content.count).bytes(.little) + [part]
            + content
    }

    /// Each batch from the start of a block on.
    static func log(_ batches: [[UInt8]]) -> [UInt8] {
        var bytes: [UInt8] = []
        for batch in batches {
            bytes += [UInt8](repeating: 0, count: (32_768 - bytes.count % 32_768) % 32_768)
            let parts = stride(from: 0, to: batch.count, by: 32_761).map {
                Array(batch[$0..<min($0 + 32_761, batch.count)])
            }
            for (index, part) in parts.enumerated() {
                let isLast = index == parts.count - 1
                bytes += record(parts.count == 1 ? 1 : index == 0 ? 2 : isLast ? 4 : 3, part)
            }
        }
        return bytes
    }

    static func block(_ entries: [(key: [UInt8], value: [UInt8])], restarts: Int = 1) -> [UInt8] {
        var bytes: [UInt8] = []
        for (key, value) in entries { bytes += [0] + varint(key.count) + varint(value.count) + key + value }
        for _ in 0..<restarts { bytes += [0, 0, 0, 0] }
        return bytes + UInt32(restarts).bytes(.little)
    }

    static func key(_ name: String, _ sequence: UInt64, isDeleted: Bool = false) -> [UInt8] {
        Array(name.utf8) + (sequence << 8 | (isDeleted ? 0 : 1)).bytes(.little)
    }

    static func stored(_ block: [UInt8], method: UInt8 = 0) -> [UInt8] {
        block + [method] + LevelDBChecksum.masked(block + [method]).bytes(.little)
    }

    /// A table of stored blocks, each of which the index names as often as it says.
    static func table(_ blocks: [[UInt8]], named times: Int = 1) -> [UInt8] {
        var bytes: [UInt8] = [], index: [(key: [UInt8], value: [UInt8])] = []
        for block in blocks {
            let handle = varint(bytes.count) + varint(block.count - 5)
            for _ in 0..<times { index.append(([122], handle)) }
            bytes += block
        }
        let place = bytes.count
        let stored = stored(block(index))
        let handles = varint(0) + varint(0) + varint(place) + varint(stored.count - 5)
        return bytes + stored + handles + [UInt8](repeating: 0, count: 40 - handles.count)
            + [0x57, 0xFB, 0x80, 0x8B, 0x24, 0x75, 0x47, 0xDB]
    }
}

extension LevelDBEntries {
    /// The current values, as texts.
    var texts: [String] {
        current.map { String(decoding: $0.key, as: UTF8.self) + "=" + String(decoding: $0.value, as: UTF8.self) }
    }
}
