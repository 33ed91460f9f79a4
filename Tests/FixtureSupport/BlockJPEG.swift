/// A gray baseline JPEG file in which every block of 8 x 8 pixels has one level: large pictures from little code.
package enum BlockJPEG {
    /// - Parameters:
    ///   - columns, rows: blocks.
    ///   - level: of a block, 0 (black) to 255.
    package static func file(columns: Int, rows: Int, level: (_ column: Int, _ row: Int) -> UInt8) -> [UInt8] {
        func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] {
            [0xFF, marker, UInt8((body.count + 2) >> 8), UInt8((body.count + 2) & 255)] + body
        }
        let (width, height) = (columns * 8, rows * 8)
        var bytes: [UInt8] = [0xFF, 0xD8]
        bytes += segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
        bytes += segment(
            0xC0, [8, UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255), 1, 1, 0x11, 0])
        // Twelve sizes of a difference, four bits each; and one code, of one bit, that ends a block.
        bytes += segment(0xC4, [0x00, 0, 0, 0, 12] + [UInt8](repeating: 0, count: 12) + Array(0...11))
        bytes += segment(0xC4, [0x10, 1] + [UInt8](repeating: 0, count: 15) + [0])
        bytes += segment(0xDA, [1, 1, 0x00, 0, 63, 0])

        var bits: UInt32 = 0, count = 0
        func put(_ value: Int, _ width: Int) {
            bits = bits << UInt32(width) | UInt32(value)
            count += width
            while count >= 8 {
                count -= 8
                let byte = UInt8(truncatingIfNeeded: bits >> UInt32(count))
                bytes.append(byte)
                if byte == 0xFF { bytes.append(0) }
            }
        }
        var last = 0
        for row in 0..<rows {
            for column in 0..<columns {
                let value = 8 * (Int(level(column, row)) - 128)
                let difference = value - last
                last = value
                let size = Int.bitWidth - difference.magnitude.leadingZeroBitCount
                put(size, 4)
                if size > 0 { put(difference > 0 ? difference : difference + (1 << size) - 1, size) }
                put(0, 1)
            }
        }
        put(0x7F, 7)
        return bytes + [0xFF, 0xD9]
    }
}
