import Encodings
import TOTPDomain

/// The headers of a BMP, from OS/2 1.0 to Windows 5 (Microsoft, “Bitmap Storage”).
struct BMPHeader {
    enum Coding: Hashable { case plain, rle8, rle4 }

    let width, height: Int
    /// Whether the first row is the top row; most files start with the bottom row.
    let isTopDown: Bool
    let bitsPerPixel: Int
    let coding: Coding
    /// Red, green, blue and alpha of pixels of 16 and 32 bits; zero for a missing color.
    let masks: [UInt32]
    /// The palette: its offset, bytes per entry, and number of entries.
    let palette: (start: Int, stride: Int, count: Int)
    let pixelStart: Int

    /// - Throws: ``SourceError`` with `image-damaged` or `unsupported-image`.
    init(_ bytes: [UInt8], _ limits: ImageLimits) throws(SourceError) {
        guard let pixelStart = Self.number(bytes, at: 10, count: 4), let size = Self.number(bytes, at: 14, count: 4),
            size == 12 || 40...1024 ~= size, bytes.count >= 14 + size
        else { throw Self.damaged }
        let isCore = size == 12
        let extent = isCore ? 2 : 4
        guard let rawWidth = Self.number(bytes, at: 18, count: extent),
            let rawHeight = Self.number(bytes, at: 18 + extent, count: extent),
            let depth = Self.number(bytes, at: 20 + 2 * extent, count: 2)
        else { throw Self.damaged }
        // In 32 bits, a negative height means top down.
        let isTopDown = !isCore && rawHeight > Int(Int32.max)
        let height = isTopDown ? (1 << 32) - rawHeight : rawHeight
        try limits.check(size: (rawWidth, height))
        (width, self.height, self.isTopDown, self.pixelStart) = (rawWidth, height, isTopDown, pixelStart)
        bitsPerPixel = depth

        let method = isCore ? 0 : Self.number(bytes, at: 30, count: 4) ?? 0
        guard let coding = Self.coding(method, depth) else {
            throw SourceError(.unsupportedImage, "a rare kind of BMP image", .saveAsPNG)
        }
        self.coding = coding
        let hasMasks = method == 3 || method == 6
        // The masks follow a header of 40 bytes; longer headers contain them.
        let maskCount = hasMasks ? (method == 6 || size >= 56 ? 4 : 3) : 0
        masks = try Self.masks(bytes, count: maskCount, depth: depth)

        let used = isCore ? 0 : Self.number(bytes, at: 46, count: 4) ?? 0
        let possible = depth <= 8 ? 1 << depth : 0
        let start = 14 + size + (size == 40 ? 4 * maskCount : 0)
        let stride = isCore ? 3 : 4
        let available = max(0, min(pixelStart, bytes.count) - start) / stride
        palette = (start, stride, min(used == 0 ? possible : min(used, possible), available))
    }

    private static func coding(_ method: Int, _ depth: Int) -> Coding? {
        switch (method, depth) {
        case (0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 24), (0, 32), (3, 16), (3, 32), (6, 16), (6, 32): .plain
        case (1, 8): .rle8
        case (2, 4): .rle4
        default: nil
        }
    }

    private static func masks(_ bytes: [UInt8], count: Int, depth: Int) throws(SourceError) -> [UInt32] {
        if count == 0 { return depth == 16 ? [0x7C00, 0x3E0, 0x1F, 0] : [0xFF0000, 0xFF00, 0xFF, 0] }
        var masks: [UInt32] = []
        for index in 0..<count {
            guard let mask = bytes.integer(UInt32.self, at: 54 + 4 * index, .little) else { throw damaged }
            masks.append(mask)
        }
        return count == 4 ? masks : masks + [0]
    }

    /// A number of 2 or 4 bytes; nil beyond the end.
    private static func number(_ bytes: [UInt8], at offset: Int, count: Int) -> Int? {
        count == 2
            ? bytes.integer(UInt16.self, at: offset, .little).map(Int.init)
            : bytes.integer(UInt32.self, at: offset, .little).map(Int.init)
    }

    private static let damaged = SourceError(.imageDamaged, "the BMP image is damaged before its first row", .takeAgain)
}
