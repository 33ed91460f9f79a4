import TOTPDomain

/// Reads QR codes with our own locator and zbar: each code is found, drawn upright and small, and read from that
/// drawing. If that leaves something unread, further attempts follow, whole frames last.
package struct LadderScanner: QRCodeScanner {
    private let onFallback: @Sendable () -> Void

    /// The engines of this build.
    package static let engines = (ZXing.isAvailable ? [ScanSymbol.Engine.zbar, .zxing] : [.zbar]).map(\.rawValue)

    /// - parameter onFallback: called before the attempts that need most memory, which few pictures need.
    package init(onFallback: @escaping @Sendable () -> Void = {}) { self.onFallback = onFallback }

    package func scan(_ image: LumaImage) -> QRScanResult {
        image.pixels.withUnsafeBufferPointer { pixels in
            guard var ladder = Ladder(PixelView(pixels: pixels, width: image.width, height: image.height)) else {
                return QRScanResult(payloads: [])
            }
            ladder.run(onFallback)
            return QRScanResult(symbols: ladder.findings.symbols, unread: ladder.findings.unread)
        }
    }

    /// Small codes are found in the bands, large ones in a copy of the whole at 1/2 or 1/4 of its size.
    package func scan(_ image: any LargeImage) -> QRScanResult {
        var findings = ScanFindings()
        var overview = Overview(width: image.width, height: image.height)
        while let band = image.nextBand() {
            overview.add(band)
            band.luma.pixels.withUnsafeBufferPointer { pixels in
                let view = PixelView(pixels: pixels, width: band.luma.width, height: band.luma.height)
                guard var ladder = Ladder(view, isBand: true) else { return }
                ladder.run(onFallback)
                findings.add(ladder.findings) { image.upright(.init(x: $0.x, y: $0.y + band.top)) }
            }
        }
        let factor = overview.factor
        overview.pixels.withUnsafeBufferPointer { pixels in
            let view = PixelView(pixels: pixels, width: overview.width, height: overview.height)
            guard var ladder = Ladder(view) else { return }
            ladder.run(onFallback)
            findings.add(ladder.findings) { image.upright(.init(x: $0.x * factor, y: $0.y * factor)) }
        }
        return QRScanResult(symbols: findings.symbols, unread: findings.unread)
    }
}
