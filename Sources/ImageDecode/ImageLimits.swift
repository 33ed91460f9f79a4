import Encodings
import TOTPDomain

/// How large an image may be; checked before anything is allocated.
package struct ImageLimits: Sendable, Hashable {
    /// Pixels of the longer side, 65,500.
    package var side = Limit.imageSide
    /// Pixels in total, 100 million.
    package var pixels = Limit.imagePixels
    /// Pages of a file, 500.
    package var pages = Limit.imagePages
    /// Frames of an animation, or images of a collection, that are read: 1,000.
    package var frames = Limit.imageFrames
    /// Processor time to open a PDF, and to draw a page of it, or an SVG drawing: 10 s.
    package var pdfPageTime = Duration.seconds(Limit.pdfPageTime)
    /// The same by the clock, where others may keep the processor busy: 60 s.
    package var pdfPageWait = Duration.seconds(Limit.pdfPageWait)
    /// Processor time to draw all pages of a PDF: 120 s.
    package var pdfTime = Duration.seconds(Limit.pdfTime)
    /// Frames of a video, two of each second: 600.
    package var videoFrames = Limit.videoFrames
    /// Processor time to decode the frames of a video: 120 s.
    package var videoTime = Duration.seconds(Limit.videoTime)
    /// How long a frame of a video may take by the clock: 60 s.
    package var videoWait = Duration.seconds(Limit.videoWait)
    /// Pixels of an animation that are decoded or compared: as many as are scanned of a file.
    package var framePixels = Limit.filePixels

    package init() {}

    /// - Throws: ``SourceError`` with `image-too-large`, or `image-damaged` for a size of zero. A nil size passes: the
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

    /// How many of the frames of a file are read, and why not all of them.
    func frames(of total: Int) -> (count: Int, rest: (total: Int, reason: SourceError)?) {
        guard total > frames else { return (total, nil) }
        return (
            frames, (total, SourceError(.limitExceeded, "\(frames) is the limit", "save those with QR codes as images"))
        )
    }

    /// - Throws: ``SourceError`` with `limit-exceeded`.
    func check(pages count: Int) throws(SourceError) {
        guard count <= pages else {
            throw SourceError(
                .limitExceeded, "the file has more than \(pages) pages",
                "save the pages with QR codes as a separate file"
            )
        }
    }
}
