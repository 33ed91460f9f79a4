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
        let size = UInt32(width).bigEndianBytes + UInt32(height).bigEndianBytes
        var chunks = [PNGChunk(type: "IHDR", body: size + [depth, colorType, 0, 0, 0])]
        if colorType == 3 {
            let entries = 1 << Int(depth)
            for (type, count) in [("PLTE", 3 * entries), ("tRNS", Int.random(in: 1...entries, using: &random))] {
                let body = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
                chunks.append(PNGChunk(type: type, body: body))
            }
        }
        let compressed = stored(rows)
        let cut = Int.random(in: 0...compressed.count, using: &random)
        for part in [compressed[..<cut], compressed[cut...]] {
            chunks.append(PNGChunk(type: "IDAT", body: Array(part)))
        }
        return (chunks + [PNGChunk(type: "IEND", body: [])]).file
    }
}
