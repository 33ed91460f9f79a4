import CQRLocate
import Encodings
import Images

/// A large image at 1/3 or 1/4 of its width and height, put together from bands.
struct Overview {
    /// Pixels of the image per pixel, along each side.
    let factor: Int
    let width, height: Int
    /// White where no band was added.
    private(set) var pixels: [UInt8]

    init(width: Int, height: Int) {
        factor = width * height > Limit.overviewPixels ? 4 : 3
        self.width = max(1, width / factor)
        self.height = max(1, height / factor)
        pixels = [UInt8](repeating: 255, count: self.width * self.height)
    }

    /// Bands start at any row: only whole groups of `factor` rows count, and neighbors share more rows than that.
    mutating func add(_ band: LargeImageBand) {
        let first = (band.top + factor - 1) / factor
        let skipped = first * factor - band.top
        let rows = min((band.luma.height - skipped) / factor, height - first)
        guard rows > 0, band.luma.width / factor == width else { return }
        let factor = self.factor, width = self.width
        pixels.withUnsafeMutableBufferPointer { target in
            band.luma.pixels.withUnsafeBufferPointer { source in
                guard let from = source.baseAddress, let to = target.baseAddress else { return }
                let image = CQRImage(
                    pixels: from + skipped * band.luma.width, width: Int32(band.luma.width),
                    height: Int32(rows * factor), stride: band.luma.width)
                _ = cqr_shrink(image, Int32(factor), to + first * width, rows * width)
            }
        }
    }
}
