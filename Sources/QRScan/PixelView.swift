import CQRLocate
import TOTPDomain

/// Pixels that stand elsewhere: 8-bit luma, rows without gaps. Good only as long as what it was made from.
struct PixelView {
    let pixels: UnsafeBufferPointer<UInt8>
    let width: Int
    let height: Int

    /// The form in which the locator takes pictures.
    var located: CQRImage {
        CQRImage(pixels: pixels.baseAddress, width: Int32(width), height: Int32(height), stride: width)
    }
}

/// Pixels of its own, made once and drawn over for picture after picture.
struct PixelBuffer: ~Copyable {
    private var bytes = UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)

    deinit { bytes.deallocate() }

    /// Room for a picture, and what `draw` leaves there; nil where `draw` fails.
    ///
    /// The view is good until the next drawing.
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
