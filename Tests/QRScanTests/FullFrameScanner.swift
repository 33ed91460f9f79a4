import Images

@testable import QRScan

/// zbar over the whole picture, as it is and inverted: simple and slow, the yardstick for ``LadderScanner``.
struct FullFrameScanner {
    func scan(_ image: LumaImage) -> QRScanResult {
        image.pixels.withUnsafeBufferPointer { pixels in
            guard var ladder = Ladder(PixelView(pixels: pixels, width: image.width, height: image.height)) else {
                return QRScanResult(payloads: [])
            }
            ladder.scanWholeFrames()
            return QRScanResult(ladder.findings)
        }
    }
}
