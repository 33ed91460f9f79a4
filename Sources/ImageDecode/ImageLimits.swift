import Encodings
import TOTPDomain

/// How large an image may be; checked before anything is allocated.
package struct ImageLimits: Sendable, Hashable {
    /// Pixels of the longer side, 65,500.
    package var side = Limit.imageSide.value
    /// Pixels in total, 100 million.
    package var pixels = Limit.imagePixels.value
    /// Pages of a file, 500.
    package var pages = Limit.imagePages.value

    package init() {}

    /// - throws: ``SourceError`` with `image-too-large`, or `image-damaged` for a size of zero. A nil size passes: the
    ///   decoder will find the size.
    package func check(size: (width: Int, height: Int)?) throws(SourceError) {
        guard let (width, height) = size else { return }
        guard width > 0, height > 0 else {
            throw SourceError(.imageDamaged, "the image claims \(width) x \(height) pixels", .takeAgain)
        }
        guard max(width, height) <= side, width <= pixels / height else {
            throw SourceError(
                .imageTooLarge,
                "the image claims \(width) x \(height) pixels; the limits are \(side) per side and "
                    + "\(pixels / 1_000_000) million in total",
                "crop it to the QR code"
            )
        }
    }

    /// - throws: ``SourceError`` with `limit-exceeded`.
    func check(pages count: Int) throws(SourceError) {
        guard count <= pages else {
            throw SourceError(
                .limitExceeded, "the file has more than \(pages) pages",
                "save the pages with QR codes as a separate file"
            )
        }
    }
}
