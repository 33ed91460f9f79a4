import TOTPDomain

/// Pictures larger than zbar's arithmetic can hold are scanned in overlapping pieces.
enum Tiling {
    /// Known to work; zbar multiplies coordinates in 32 bits.
    static let maximumSide = 12_000
    /// A code that lies across two tiles is whole in one of them, up to this size.
    static let overlap = 3_000

    static func tiles(of image: LumaImage) -> [(x: Int, y: Int, image: LumaImage)] {
        let columns = starts(image.width), rows = starts(image.height)
        guard columns.count * rows.count > 1 else { return [(0, 0, image)] }
        return rows.flatMap { y in
            columns.compactMap { x in
                image.cropped(x: x, y: y, width: maximumSide, height: maximumSide).map { (x, y, $0) }
            }
        }
    }

    private static func starts(_ length: Int) -> [Int] {
        guard length > maximumSide else { return [0] }
        return Array(stride(from: 0, to: length - overlap, by: maximumSide - overlap))
    }
}

extension LumaImage {
    /// The part of the picture that begins at a place and is at most so large; nil where nothing is left.
    func cropped(x: Int, y: Int, width: Int, height: Int) -> LumaImage? {
        let width = min(width, self.width - x), height = min(height, self.height - y)
        guard x >= 0, y >= 0, width > 0, height > 0 else { return nil }
        var part: [UInt8] = []
        part.reserveCapacity(width * height)
        for row in y..<(y + height) {
            let start = row * self.width + x
            part += pixels[start..<(start + width)]
        }
        return LumaImage(width: width, height: height, pixels: part)
    }
}
