import TOTPDomain

/// An image in 16 grays as a BMP file: the simplest one that every browser shows.
struct GrayBitmap {
    let bytes: [UInt8]

    /// Bytes of the file, without its pixels: the header, and four for each gray.
    private static let headerCount = 14 + 40 + 16 * 4

    init(_ image: LumaImage) {
        let rowCount = (image.width + 7) / 8 * 4
        let total = Self.headerCount + rowCount * image.height
        var bytes: [UInt8] = []
        bytes.reserveCapacity(total)
        func append(_ value: Int, count: Int) {
            for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
        }
        bytes += "BM".utf8
        for value in [total, 0, Self.headerCount, 40, image.width, image.height] { append(value, count: 4) }
        append(1, count: 2)
        append(4, count: 2)
        for value in [0, rowCount * image.height, 2835, 2835, 16, 0] { append(value, count: 4) }
        for gray in 0..<16 { append(gray * 0x11_1111, count: 4) }
        // From the last row to the first, two pixels per byte.
        for row in (0..<image.height).reversed() {
            var line = [UInt8](repeating: 0, count: rowCount)
            for column in 0..<image.width {
                let gray = image.pixels[row * image.width + column] >> 4
                line[column / 2] |= column.isMultiple(of: 2) ? gray << 4 : gray
            }
            bytes += line
        }
        self.bytes = bytes
    }
}
