import CQRLocate
import TOTPDomain

/// Borrowed pixels: 8-bit luma, rows without gaps. Valid only as long as their owner.
struct PixelView {
    let pixels: UnsafeBufferPointer<UInt8>
    let width: Int
    let height: Int

    /// The picture as the locator takes it.
    var located: CQRImage {
        CQRImage(pixels: pixels.baseAddress, width: Int32(width), height: Int32(height), stride: width)
    }

    /// An area within the picture, as the locator takes it.
    func located(in area: SuspiciousAreas.Area) -> CQRImage {
        CQRImage(
            pixels: pixels.baseAddress.map { $0 + area.y * width + area.x }, width: Int32(area.width),
            height: Int32(area.height), stride: width)
    }
}

/// Owned pixels, allocated once and reused for each drawing.
struct PixelBuffer: ~Copyable {
    private var bytes = UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)

    deinit { bytes.deallocate() }

    /// Makes space for a picture and lets `draw` fill it; nil if `draw` fails.
    ///
    /// The view is valid until the next drawing.
    mutating func drawn(
        width: Int, height: Int, _ draw: (UnsafeMutablePointer<UInt8>, _ capacity: Int) -> Bool
    ) -> PixelView? {
        let (count, overflow) = width.multipliedReportingOverflow(by: height)
        guard width > 0, height > 0, !overflow else { return nil }
        if bytes.count < count {
            bytes.deallocate()
            bytes = .allocate(capacity: count)
        }
        guard let base = bytes.baseAddress, draw(base, count) else { return nil }
        return PixelView(pixels: UnsafeBufferPointer(start: base, count: count), width: width, height: height)
    }
}
