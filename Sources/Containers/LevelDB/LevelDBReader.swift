import Encodings

/// A cursor over a part of a LevelDB file. Missing values are nil: the caller then treats the part as damaged.
struct LevelDBReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    var remaining: Int { rest.count }

    mutating func byte() -> UInt8? { rest.popFirst() }

    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard 0...remaining ~= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    /// A number in groups of seven bits, the lowest first.
    mutating func varint() -> UInt64? {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 7) {
            guard let next = byte() else { return nil }
            guard shift < 63 || next < 2 else { return nil }
            value |= UInt64(next & 0x7F) << shift
            if next < 0x80 { return value }
        }
        return nil
    }

    /// Reads a length, and this many bytes.
    mutating func block() -> ArraySlice<UInt8>? {
        guard let count = varint(), count <= UInt64(remaining) else { return nil }
        return take(Int(count))
    }
}

/// The checksum of LevelDB: CRC-32C, masked.
enum LevelDBChecksum {
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { crc, _ in crc & 1 == 1 ? crc >> 1 ^ 0x82F6_3B78 : crc >> 1 }
    }

    static func masked(_ bytes: some Sequence<UInt8>) -> UInt32 {
        var crc = ~UInt32(0)
        table.withUnsafeBufferPointer { table in
            for byte in bytes { crc = table[Int(UInt8(truncatingIfNeeded: crc) ^ byte)] ^ crc >> 8 }
        }
        let sum = ~crc
        return (sum >> 15 | sum << 17) &+ 0xA282_EAD8
    }
}
