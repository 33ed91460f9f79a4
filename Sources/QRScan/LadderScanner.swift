public import TOTPDomain

/// Reads QR codes with our own locator and zbar: each code is found, drawn upright and small, and read from that
/// drawing. If that leaves something unread, further attempts follow, whole frames last.
public struct LadderScanner: QRCodeScanner {
    private let onFallback: @Sendable () -> Void

    /// - parameter onFallback: called before the attempts that need most memory, which few pictures need.
    public init(onFallback: @escaping @Sendable () -> Void = {}) { self.onFallback = onFallback }

    public func scan(_ image: LumaImage) -> QRScanResult {
        image.pixels.withUnsafeBufferPointer { pixels in
            guard var ladder = Ladder(PixelView(pixels: pixels, width: image.width, height: image.height)) else {
                return QRScanResult(payloads: [])
            }
            ladder.run(onFallback)
            return QRScanResult(symbols: ladder.findings.symbols, unread: ladder.findings.unread)
        }
    }
}
