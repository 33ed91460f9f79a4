/// A picture as one plane of 8-bit luma, row after row without gaps: 0 is black, 255 is white.
public struct LumaImage: Sendable, Hashable {
    /// In pixels, at least 1.
    public let width: Int
    public let height: Int
    /// `width * height` bytes.
    public var pixels: [UInt8]

    /// - returns: nil where the size and the number of pixels do not fit together.
    public init?(width: Int, height: Int, pixels: [UInt8]) {
        guard width > 0, height > 0 else { return nil }
        let (count, overflow) = width.multipliedReportingOverflow(by: height)
        guard !overflow, count == pixels.count else { return nil }
        self.width = width
        self.height = height
        self.pixels = pixels
    }
}

/// A picture file as luma.
public struct DecodedImage: Sendable {
    public var luma: LumaImage
    /// The file is damaged and only its first rows could be read; the rest is white.
    public var damage: String?
    /// What of the file is not on this picture, such as the later frames of an animation.
    public var omission: String?
    /// Whether some pixels are not opaque, so that another background gives another picture.
    public var hasTransparency: Bool

    public init(luma: LumaImage, damage: String? = nil, omission: String? = nil, hasTransparency: Bool = false) {
        self.luma = luma
        self.damage = damage
        self.omission = omission
        self.hasTransparency = hasTransparency
    }
}

/// What transparent pixels are laid over.
public enum ImageBackground: Sendable, Hashable { case white, black }

/// Turns the bytes of a picture file into luma.
public protocol ImageDecoder: Sendable {
    /// The kinds of pictures that this decoder reads.
    var kinds: Set<SourceContent.ImageKind> { get }

    /// The picture, or the first page.
    ///
    /// - throws: ``SourceError`` with `image-damaged`, `image-too-large`, `unsupported-image` or `not-an-image`.
    func decode(_ bytes: [UInt8], over background: ImageBackground) throws(SourceError) -> DecodedImage

    /// All pictures of the file. Most kinds have one, and need not say so.
    ///
    /// - throws: ``SourceError`` as above, and `limit-exceeded` or `password-required`.
    func pages(of bytes: [UInt8]) throws(SourceError) -> any ImagePages

    /// Takes back a picture that nobody needs any more: its room may serve the next. Most decoders have no use for it.
    func recycle(_ image: consuming DecodedImage)
}

extension ImageDecoder {
    public func recycle(_ image: consuming DecodedImage) {}

    public func pages(of bytes: [UInt8]) throws(SourceError) -> any ImagePages {
        OnlyPage(decoder: self, bytes: bytes)
    }
}

/// The pictures of one file, each decoded when it is asked for.
public protocol ImagePages {
    /// At least 1.
    var count: Int { get }

    /// - parameter page: counts from 0.
    /// - throws: ``SourceError`` of this page alone.
    func decode(page: Int, over background: ImageBackground) throws(SourceError) -> DecodedImage
}

private struct OnlyPage: ImagePages {
    let decoder: any ImageDecoder
    let bytes: [UInt8]
    let count = 1

    func decode(page: Int, over background: ImageBackground) throws(SourceError) -> DecodedImage {
        try decoder.decode(bytes, over: background)
    }
}
