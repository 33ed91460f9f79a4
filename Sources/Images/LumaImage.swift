import Encodings
import TOTPDomain

/// An image as one plane of 8-bit luma, row after row without gaps: 0 is black, 255 is white.
package struct LumaImage: Sendable, Hashable {
    /// In pixels, at least 1.
    package let width: Int
    package let height: Int
    /// `width * height` bytes.
    package var pixels: [UInt8]

    /// - Returns: nil if the number of pixels does not match the size.
    package init?(width: Int, height: Int, pixels: [UInt8]) {
        guard width > 0, height > 0 else { return nil }
        let (count, overflow) = width.multipliedReportingOverflow(by: height)
        guard !overflow, count == pixels.count else { return nil }
        (self.width, self.height, self.pixels) = (width, height, pixels)
    }
}

/// An image file as luma.
package struct DecodedImage: Sendable {
    package var luma: LumaImage
    /// The file is damaged; rows that could not be read are white.
    package var damage: String?
    /// Whether all rows could be read, if the file is damaged.
    package var hasAllRows: Bool
    /// Whether an image of the same file before this one looks the same.
    package var isRepeated: Bool
    /// Whether some pixels are not opaque, so that the image depends on the background.
    package var hasTransparency: Bool

    package init(
        luma: LumaImage, damage: String? = nil, hasAllRows: Bool = false, isRepeated: Bool = false,
        hasTransparency: Bool = false
    ) {
        (self.luma, self.damage, self.hasAllRows) = (luma, damage, hasAllRows)
        (self.isRepeated, self.hasTransparency) = (isRepeated, hasTransparency)
    }
}

/// The color behind transparent pixels.
package enum ImageBackground: Sendable, Hashable { case white, black }

/// Decodes image files to luma.
package protocol ImageDecoder: Sendable {
    /// The kinds of images that this decoder reads.
    var kinds: Set<SourceContent.ImageKind> { get }

    /// The image, or the first page.
    ///
    /// - Throws: ``SourceError`` with `image-damaged`, `image-too-large`, `unsupported-image` or `not-an-image`.
    func decode(_ bytes: [UInt8], over background: ImageBackground) throws(SourceError) -> DecodedImage

    /// All images of the file. The default is for kinds with a single image.
    ///
    /// - Throws: ``SourceError`` as above, and `limit-exceeded` or `password-required`.
    func pages(of bytes: [UInt8]) throws(SourceError) -> any ImagePages

    /// An image that is too large to be decoded as a whole, for a scanner that takes bands; nil for all others.
    ///
    /// - Throws: ``SourceError`` as above.
    func largeImage(_ bytes: [UInt8]) throws(SourceError) -> (any LargeImage)?

    /// The image, or the first page, in color and of the size of its luma; nil for kinds and files that can be read
    /// only as luma.
    func color(_ bytes: [UInt8], over background: ImageBackground) -> RGBImage?

    /// What a file has beside its images; nil for kinds where that is unknown.
    func besides(_ bytes: [UInt8]) -> BesideImages?

    /// Takes back an image that is no longer needed, to reuse its buffer. Most decoders ignore it.
    func recycle(_ image: consuming DecodedImage)
}

extension ImageDecoder {
    package func recycle(_ image: consuming DecodedImage) {}

    package func color(_ bytes: [UInt8], over background: ImageBackground) -> RGBImage? { nil }

    package func besides(_ bytes: [UInt8]) -> BesideImages? { nil }

    package func largeImage(_ bytes: [UInt8]) throws(SourceError) -> (any LargeImage)? { nil }

    package func pages(of bytes: [UInt8]) throws(SourceError) -> any ImagePages {
        OnlyImage(decoder: self, bytes: bytes)
    }
}

/// What a file has beside its images.
package struct BesideImages: Sendable {
    /// What the pages of a document show, as UTF-8, with a form feed between two; empty if it cannot be read.
    package var text: [UInt8]
    /// What no program shows, such as EXIF and comments: links, secrets and recovery codes are looked for in it.
    package var hidden: [ArraySlice<UInt8>]
    /// Attachments, notes, data after the end.
    package var leftovers = Leftovers()

    package init(text: [UInt8] = [], hidden: [ArraySlice<UInt8>] = []) { (self.text, self.hidden) = (text, hidden) }
}

/// The images of one file, each decoded on demand: the pages of a document, the frames of an animation.
package protocol ImagePages {
    /// The number of readable images, at least 1. For a video, how many there may be, until the last image is decoded.
    var count: Int { get }

    /// Whether the images show the same things over time, like the frames of a video.
    var showsTime: Bool { get }

    /// The word for an image in messages: `page`.
    var name: String { get }

    /// How many the file has, if that is more than ``count``, and why the others cannot be read.
    var rest: (total: Int, reason: SourceError)? { get }

    /// - Parameter page: from 0.
    /// - Throws: ``SourceError`` of this page alone.
    func decode(page: Int, over background: ImageBackground) throws(SourceError) -> DecodedImage

    /// As ``ImageDecoder/color(_:over:)``.
    func color(page: Int, over background: ImageBackground) -> RGBImage?
}

extension ImagePages {
    package var name: String { "page" }

    package var showsTime: Bool { false }

    package var rest: (total: Int, reason: SourceError)? { nil }

    package func color(page: Int, over background: ImageBackground) -> RGBImage? { nil }
}

/// The image of a file with a single image.
package struct OnlyImage: ImagePages {
    private let decoder: any ImageDecoder
    private let bytes: [UInt8]
    package let count = 1

    package init(decoder: any ImageDecoder, bytes: [UInt8]) { (self.decoder, self.bytes) = (decoder, bytes) }

    package func decode(page: Int, over background: ImageBackground) throws(SourceError) -> DecodedImage {
        try decoder.decode(bytes, over: background)
    }

    package func color(page: Int, over background: ImageBackground) -> RGBImage? {
        decoder.color(bytes, over: background)
    }
}

/// An image too large to be in memory as a whole: a scanner gets it in bands.
package protocol LargeImage: AnyObject {
    /// In pixels, as stored.
    var width: Int { get }
    var height: Int { get }

    /// The next band, from top to bottom; nil after the last band.
    ///
    /// Each band repeats ``LargeImageBand/overlap`` rows of the band before it.
    func nextBand() -> LargeImageBand?

    /// The place of a point of the stored image in the upright image.
    func upright(_ point: QRPayload.Point) -> QRPayload.Point

    /// The damage of the file, known after the last band.
    var damage: String? { get }
}

/// Some rows of a large image, as stored.
package struct LargeImageBand: Sendable {
    /// Rows that two neighbors share, so that a small code is complete in one of them.
    package static let overlap = 512

    package var luma: LumaImage
    /// The first row's number in the image.
    package var top: Int

    package init(luma: LumaImage, top: Int) { (self.luma, self.top) = (luma, top) }
}

/// An image in color, to show it: red, green and blue of each pixel, row after row without gaps.
package struct RGBImage: Sendable, Hashable {
    /// In pixels, at least 1.
    package let width: Int
    package let height: Int
    /// `3 * width * height` bytes.
    package let pixels: [UInt8]

    /// - Returns: nil if the number of bytes does not match the size, or with more pixels than ``Limit/colorPixels``.
    package init?(width: Int, height: Int, pixels: [UInt8]) {
        guard width > 0, height > 0, width <= Limit.colorPixels / height, 3 * width * height == pixels.count else {
            return nil
        }
        (self.width, self.height, self.pixels) = (width, height, pixels)
    }
}
