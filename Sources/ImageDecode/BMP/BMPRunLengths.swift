/// The run lengths of BMP: pairs of a count and a color, and escapes: to the next row, ahead, or to literal pixels.
struct BMPRunLengths {
    let header: BMPHeader
    let palette: [UInt8]

    /// Skipped pixels stay white.
    func read(_ bytes: [UInt8], into luma: inout [UInt8]) -> BMPOutcome {
        let width = header.width, height = header.height
        let isNibbles = header.coding == .rle4
        var position = header.pixelStart
        var (x, row) = (0, 0)

        func byte() -> Int? {
            guard position < bytes.count else { return nil }
            defer { position += 1 }
            return Int(bytes[position])
        }
        func put(_ index: Int) {
            guard x < width, row < height else { return }
            let y = header.isTopDown ? row : height - 1 - row
            luma[y * width + x] = palette[index]
            x += 1
        }

        while row < height {
            guard let count = byte(), let value = byte() else {
                return BMPOutcome(rows: row, problem: "the file ends early")
            }
            switch (count, value) {
            case (0, 0): (x, row) = (0, row + 1)
            case (0, 1): return BMPOutcome(rows: height)
            case (0, 2):
                guard let right = byte(), let down = byte() else { continue }
                (x, row) = (x + right, row + down)
            case (0, _):
                let size = isNibbles ? (value + 1) / 2 : value
                for index in 0..<size {
                    guard let pair = byte() else { break }
                    if isNibbles {
                        put(pair >> 4)
                        if 2 * index + 1 < value { put(pair & 15) }
                    } else {
                        put(pair)
                    }
                }
                // Literal pixels are padded to two bytes.
                position += size % 2
            default:
                for index in 0..<count { put(isNibbles ? (index % 2 == 0 ? value >> 4 : value & 15) : value) }
            }
        }
        return BMPOutcome(rows: height)
    }
}
