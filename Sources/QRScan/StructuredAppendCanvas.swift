import CQRLocate
import Images

/// Parts of larger codes (structured append), each drawn upright, collected to be read together: zbar joins the parts
/// on one image.
struct StructuredAppendCanvas {
    private var tiles: [Tile] = []

    private struct Tile {
        var side: Int
        var pixels: [UInt8]
        var area: CQRQuad
        var bytes: [UInt8]
    }

    /// Three full sets; more on one image are reported as parts.
    private static let maximumTiles = 48

    /// - Parameter bytes: the bytes of the part that were read; a part is added only once.
    mutating func add(_ drawing: PixelView, of area: CQRQuad, bytes: [UInt8]) {
        guard tiles.count < Self.maximumTiles, !tiles.contains(where: { $0.bytes == bytes }) else { return }
        tiles.append(Tile(side: drawing.width, pixels: Array(drawing.pixels), area: area, bytes: bytes))
    }

    var hasSeveral: Bool { tiles.count > 1 }

    /// The codes that the parts form together, each over the area of all parts.
    func joined() -> [ScanSymbol] {
        let side = tiles.map(\.side).max() ?? 0
        let columns = Int(Double(tiles.count).squareRoot().rounded(.up))
        let rows = (tiles.count + columns - 1) / max(1, columns)
        var canvas = PixelBuffer()
        let drawn = canvas.drawn(width: columns * side, height: rows * side) { pixels, capacity in
            pixels.update(repeating: 255, count: capacity)
            for (index, tile) in tiles.enumerated() {
                let corner = index / columns * side * (columns * side) + index % columns * side
                tile.pixels.withUnsafeBufferPointer { tilePixels in
                    guard let base = tilePixels.baseAddress else { return }
                    for row in 0..<tile.side {
                        (pixels + corner + row * columns * side).update(from: base + row * tile.side, count: tile.side)
                    }
                }
            }
            return true
        }
        guard let drawn else { return [] }
        return ZBar.scan(drawn, variant: "parts").filter(\.isComplete).map { symbol in
            var symbol = symbol
            let parts = tiles.filter { symbol.holds($0.bytes) }.flatMap(\.area.corners)
            symbol.corners = QRPayload.Box(parts)?.corners ?? []
            return symbol
        }
    }
}

extension ScanSymbol {
    /// Whether this code contains a part's bytes. zbar writes a NUL in front of a part for missing parts.
    func holds(_ part: [UInt8]) -> Bool {
        let part = Array(part.drop { $0 == 0 })
        return !part.isEmpty && bytes.firstRange(of: part) != nil
    }
}
