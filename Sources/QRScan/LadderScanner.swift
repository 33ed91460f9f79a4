public import TOTPDomain

/// QR codes by a locator of our own and zbar: each code is found, drawn upright and small, and read from that drawing;
/// pictures that resist go through further tries, whole frames last.
public struct LadderScanner: QRCodeScanner {
    private let onFallback: @Sendable () -> Void

    /// - parameter onFallback: called before the tries that take most memory, which few pictures need.
    public init(onFallback: @escaping @Sendable () -> Void = {}) { self.onFallback = onFallback }

    public func scan(_ image: LumaImage) -> QRScanResult {
        image.pixels.withUnsafeBufferPointer { pixels in
            guard var ladder = Ladder(PixelView(pixels: pixels, width: image.width, height: image.height)) else {
                return QRScanResult(payloads: [])
            }
            ladder.run(onFallback)
            return QRScanResult(symbols: ladder.findings.symbols, unread: ladder.findings.unread.count)
        }
    }
}
