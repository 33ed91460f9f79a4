import FixtureSupport

/// PNG files of random pixels, written without compression, so that no library is needed.
enum RandomPNG {
    static func make(
        _ width: Int, _ height: Int, colorType: UInt8, depth: UInt8, using random: inout SeededGenerator
    ) -> [UInt8] {
        let samples: [UInt8: Int] = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4]
        let rowBytes = (width * (samples[colorType] ?? 1) * Int(depth) + 7) / 8
        var rows: [UInt8] = []
        for _ in 0..<height {
            rows.append(UInt8.random(in: 0...4, using: &random))
            for _ in 0..<rowBytes { rows.append(UInt8.random(in: 0...255, using: &random)) }
        }
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        file += chunk("IHDR", bigEndian(width) + bigEndian(height) + [depth, colorType, 0, 0, 0])
        if colorType == 3 {
            let entries = 1 << Int(depth)
            file += chunk("PLTE", (0..<(3 * entries)).map { _ in UInt8.random(in: 0...255, using: &random) })
            file += chunk(
                "tRNS",
                (0..<Int.random(in: 1...entries, using: &random)).map { _ in
                    UInt8.random(in: 0...255, using: &random)
                })
        }
        let compressed = zlibStored(rows)
        let cut = Int.random(in: 0...compressed.count, using: &random)
        file += chunk("IDAT", Array(compressed[..<cut])) + chunk("IDAT", Array(compressed[cut...]))
        return file + chunk("IEND", [])
    }

    static func chunk(_ type: String, _ body: [UInt8]) -> [UInt8] {
        let checked = Array(type.utf8) + body
        return bigEndian(body.count) + checked + bigEndian(Int(crc32(checked)))
    }

    /// Blocks that are stored as they are (RFC 1950 and 1951).
    private static func zlibStored(_ bytes: [UInt8]) -> [UInt8] {
        var out: [UInt8] = [0x78, 0x01]
        var start = 0
        repeat {
            let end = min(start + 0xFFFF, bytes.count)
            let count = UInt16(end - start)
            out.append(end == bytes.count ? 1 : 0)
            for value in [count, ~count] { out += [UInt8(value & 0xFF), UInt8(value >> 8)] }
            out += bytes[start..<end]
            start = end
        } while start < bytes.count
        var a: UInt32 = 1, b: UInt32 = 0
        for byte in bytes {
            a = (a + UInt32(byte)) % 65521
            b = (b + a) % 65521
        }
        return out + bigEndian(Int(b << 16 | a))
    }

    private static func crc32(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~UInt32(0)) { crc, byte in
            (0..<8).reduce(crc ^ UInt32(byte)) { (value: UInt32, _) -> UInt32 in
                let feedback: UInt32 = value & 1 == 1 ? 0xEDB8_8320 : 0
                return value >> 1 ^ feedback
            }
        }
    }

    private static func bigEndian(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
