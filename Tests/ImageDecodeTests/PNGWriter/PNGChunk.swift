/// One chunk of a PNG file (PNG specification, section 5.3).
struct PNGChunk {
    var type: String
    var body: [UInt8]

    var bytes: [UInt8] {
        let checked = Array(type.utf8) + body
        return UInt32(body.count).bigEndianBytes + checked + Checksum.crc32(checked).bigEndianBytes
    }
}

extension [PNGChunk] {
    /// The file of these chunks.
    var file: [UInt8] { [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + flatMap(\.bytes) }
}

/// The two checksums of PNG, as the specification and RFC 1950 define them.
enum Checksum {
    static func crc32(_ bytes: [UInt8]) -> UInt32 {
        var crc = UInt32.max
        let table = table
        for byte in bytes { crc = crc >> 8 ^ table[Int(UInt8(truncatingIfNeeded: crc) ^ byte)] }
        return ~crc
    }

    /// The sum of each byte, bit by bit.
    private static let table: [UInt32] = (0..<UInt32(256)).map { (byte: UInt32) -> UInt32 in
        var crc = byte
        for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        return crc
    }

    static func adler32(_ bytes: [UInt8]) -> UInt32 {
        let (a, b) = bytes.reduce((UInt32(1), UInt32(0))) { sums, byte in
            let a = (sums.0 + UInt32(byte)) % 65_521
            return (a, (sums.1 + a) % 65_521)
        }
        return b << 16 | a
    }
}

extension FixedWidthInteger {
    var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }

    var littleEndianBytes: [UInt8] { withUnsafeBytes(of: littleEndian) { Array($0) } }
}
