import Images

/// A gray image as a BMP file: the simplest file that every browser shows, and that ``BMPDecoder`` reads.
package struct GrayBitmap {
    package let bytes: [UInt8]

    /// How many grays there are.
    package enum Depth: Int, Sendable {
        /// 16 grays: half as large.
        case fourBits = 4
        /// Every gray of the image.
        case eightBits = 8
    }

    package init(_ image: LumaImage, depth: Depth) {
        let bits = depth.rawValue
        let grays = 1 << bits
        // The header, and four bytes for each gray.
        let headerCount = 14 + 40 + grays * 4
        // A row fills whole groups of four bytes.
        let rowCount = (image.width * bits + 31) / 32 * 4
        let total = headerCount + rowCount * image.height
        var bytes: [UInt8] = []
        bytes.reserveCapacity(total)
        func append(_ value: Int, count: Int) {
            for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
        }
        bytes += "BM".utf8
        for value in [total, 0, headerCount, 40, image.width, image.height] { append(value, count: 4) }
        append(1, count: 2)
        append(bits, count: 2)
        for value in [0, rowCount * image.height, 2835, 2835, grays, 0] { append(value, count: 4) }
        for gray in 0..<grays { append(gray * 255 / (grays - 1) * 0x01_0101, count: 4) }
        // From the last row to the first.
        for row in (0..<image.height).reversed() {
            let pixels = image.pixels[(row * image.width)..<((row + 1) * image.width)]
            let end = bytes.count + rowCount
            switch depth {
            case .eightBits: bytes += pixels
            case .fourBits:
                for start in stride(from: pixels.startIndex, to: pixels.endIndex, by: 2) {
                    let second = start + 1 < pixels.endIndex ? pixels[start + 1] >> 4 : 0
                    bytes.append(pixels[start] & 0xF0 | second)
                }
            }
            while bytes.count < end { bytes.append(0) }
        }
        self.bytes = bytes
    }
}
