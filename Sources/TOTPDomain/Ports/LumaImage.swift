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
    /// Whether some pixels are not opaque, so that another background gives another picture.
    public var hasTransparency: Bool

    public init(luma: LumaImage, damage: String? = nil, hasTransparency: Bool = false) {
        self.luma = luma
        self.damage = damage
        self.hasTransparency = hasTransparency
    }
}

/// What transparent pixels are laid over.
public enum ImageBackground: Sendable, Hashable { case white, black }

/// Turns the bytes of a picture file into luma.
public protocol ImageDecoder: Sendable {
    /// The kinds of pictures that this decoder reads.
    var kinds: Set<SourceContent.ImageKind> { get }

    /// - throws: ``SourceFailure`` with `image-damaged`, `image-too-large` or `not-an-image`.
    func decode(_ bytes: [UInt8], over background: ImageBackground) throws(SourceFailure) -> DecodedImage
}
