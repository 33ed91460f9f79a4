public import TOTPDomain

/// QR codes by zbar over the whole picture, as it is and inverted: simple, slow, and what ``LadderScanner`` is
/// measured against.
public struct FullFrameScanner: QRCodeScanner {
    public init() {}

    public func scan(_ image: LumaImage) -> QRScanResult {
        image.pixels.withUnsafeBufferPointer { pixels in
            guard var ladder = Ladder(PixelView(pixels: pixels, width: image.width, height: image.height)) else {
                return QRScanResult(payloads: [])
            }
            ladder.scanWholeFrames()
            return QRScanResult(symbols: ladder.findings.symbols)
        }
    }
}
