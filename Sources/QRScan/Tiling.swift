import TOTPDomain

/// Pictures too large for zbar's arithmetic are scanned in overlapping pieces.
enum Tiling {
    /// Known to work; zbar multiplies coordinates in 32 bits.
    static let maximumSide = 12_000
    /// The overlap: a code up to this size is complete in one of two pieces.
    static let overlap = 3_000

    struct Area {
        var x, y, width, height: Int

        init(x: Int, y: Int, width: Int, height: Int) {
            (self.x, self.y, self.width, self.height) = (x, y, width, height)
        }

        init(_ area: SuspiciousAreas.Area) { self.init(x: area.x, y: area.y, width: area.width, height: area.height) }
    }

    static func areas(width: Int, height: Int) -> [Area] {
        spans(height).flatMap { y in
            spans(width).map { x in Area(x: x.start, y: y.start, width: x.length, height: y.length) }
        }
    }

    private static func spans(_ length: Int) -> [(start: Int, length: Int)] {
        guard length > maximumSide else { return [(0, length)] }
        return stride(from: 0, to: length - overlap, by: maximumSide - overlap)
            .map { ($0, min(maximumSide, length - $0)) }
    }

    /// The area as a picture; the picture itself if the area is all of it.
    static func part(of image: PixelView, _ area: Area, in buffer: inout PixelBuffer) -> PixelView? {
        if area.width == image.width, area.height == image.height { return image }
        return buffer.drawn(width: area.width, height: area.height) { pixels, capacity in
            guard let base = image.pixels.baseAddress, capacity >= area.width * area.height else { return false }
            for row in 0..<area.height {
                (pixels + row * area.width)
                    .update(from: base + (area.y + row) * image.width + area.x, count: area.width)
            }
            return true
        }
    }
}
