import CZBar
public import TOTPDomain

/// QR codes through zbar, over the whole picture: as it is, and inverted.
public struct ZBarScanner: QRCodeScanner {
    public init() {}

    public func scan(_ image: LumaImage) -> QRScanResult {
        var symbols: [ZBarSymbol] = []
        for tile in Tiling.tiles(of: image) {
            symbols += ZBar.scan(tile.image, variant: "full").map { $0.moved(x: tile.x, y: tile.y) }
            symbols += ZBar.scan(tile.image.inverted(), variant: "inverted").map { $0.moved(x: tile.x, y: tile.y) }
        }
        return QRScanResult(symbols: symbols)
    }
}

extension QRScanResult {
    /// Puts symbols into reading order, once each, and counts the parts of larger codes that are not complete.
    init(symbols: [ZBarSymbol]) {
        var seen: Set<[UInt8]> = []
        let complete = ReadingOrder.sorted(symbols.filter(\.isComplete), corners: \.corners)
            .filter { seen.insert($0.bytes).inserted }
        // A repeated part of a joined code shows up once more on its own.
        var parts: Set<[UInt8]> = []
        for part in symbols where !part.isComplete {
            guard !complete.contains(where: { $0.bytes.contains(part.bytes) }) else { continue }
            parts.insert(part.bytes)
        }
        self.init(
            payloads: complete.map {
                QRPayload(bytes: $0.bytes, corners: $0.corners, engine: "zbar", variant: $0.variant)
            },
            incomplete: parts.count
        )
    }
}

extension LumaImage {
    /// A copy with light and dark exchanged. zbar has a setting for this that writes past its buffer.
    func inverted() -> LumaImage {
        var copy = self
        copy.pixels.withUnsafeMutableBufferPointer { pixels in
            for index in pixels.indices { pixels[index] = ~pixels[index] }
        }
        return copy
    }
}
