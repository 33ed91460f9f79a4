import CPictures
import Encodings
import Images
import TOTPDomain

/// A C library for one kind of image.
///
/// Decoding takes the same steps with every library: header, limits, pixels, damage, rotation.
struct PictureLibrary: Sendable {
    private let library: cpictures_library
    /// The kind, as used in messages: `JPEG`.
    private let name: String
    let limits: ImageLimits

    init(_ library: cpictures_library, name: String, limits: ImageLimits) {
        (self.library, self.name, self.limits) = (library, name, limits)
    }

    /// The header, with its size checked; no memory for the image is allocated.
    ///
    /// - Throws: ``SourceError`` with `image-damaged` or `image-too-large`.
    func header(_ bytes: [UInt8], page: Int = 0) throws(SourceError) -> cpictures_header {
        var header = cpictures_header()
        guard library.read_header(bytes, bytes.count, UInt32(page), &header) else {
            throw SourceError(
                .imageDamaged,
                "the \(name) image is damaged before its first row\(Self.words(header.message))", .takeAgain)
        }
        try limits.check(size: (Int(header.width), Int(header.height)))
        return header
    }

    /// - Parameter orientation: 1 to 8 as in EXIF, if the header does not have it.
    func decode(
        _ bytes: [UInt8], page: Int = 0, _ header: cpictures_header, orientation: UInt32? = nil,
        over background: ImageBackground
    ) throws(SourceError) -> DecodedImage {
        try image(read(bytes, page: page, header, over: background), header, orientation: orientation)
    }

    /// The pixels as stored; rows that cannot be read are white.
    func read(
        _ bytes: [UInt8], page: Int = 0, _ header: cpictures_header, over background: ImageBackground
    ) -> PictureReading {
        var luma = [UInt8](repeating: 255, count: Int(header.width) * Int(header.height))
        var result = cpictures_result()
        let hasPixels = library.read_luma(
            bytes, bytes.count, UInt32(page), background == .white ? 255 : 0, &luma, luma.count, &result)
        return PictureReading(
            luma: hasPixels ? luma : [], rows: Int(result.rows), isDamaged: result.is_damaged,
            words: Self.words(result.message), hasTransparency: result.has_transparency)
    }

    /// - Throws: ``SourceError`` with `image-damaged` if no row was read.
    func image(
        _ reading: PictureReading, _ header: cpictures_header, orientation: UInt32? = nil
    ) throws(SourceError) -> DecodedImage {
        let height = Int(header.height)
        guard let image = LumaImage(width: Int(header.width), height: height, pixels: reading.luma) else {
            throw SourceError(.imageDamaged, "no row of the \(name) image can be read\(reading.words)", .takeAgain)
        }
        return DecodedImage(
            luma: image.upright(orientation ?? header.orientation),
            damage: reading.isDamaged ? "damaged, read \(reading.rows) of \(height) rows\(reading.words)" : nil,
            hasAllRows: reading.rows == height, hasTransparency: reading.hasTransparency)
    }

    /// All pixels in color, upright; nil if the library reads luma only, or not all of them can be read.
    func color(_ bytes: [UInt8], orientation: UInt32 = 1, over background: ImageBackground) -> RGBImage? {
        guard let read = library.read_rgb, let header = try? header(bytes) else { return nil }
        let (width, height) = (Int(header.width), Int(header.height))
        guard width > 0, height > 0, width <= Limit.colorPixels / height else { return nil }
        var rgb = [UInt8](repeating: 255, count: 3 * width * height)
        guard read(bytes, bytes.count, 0, background == .white ? 255 : 0, &rgb, rgb.count) else { return nil }
        return RGBImage(width: width, height: height, pixels: rgb)?.upright(orientation)
    }

    /// The library's message, in brackets; empty without a message.
    static func words<Message>(_ message: Message) -> String {
        let text = withUnsafeBytes(of: message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            .printable(limit: 100)
        return text.isEmpty ? "" : " (\(text))"
    }
}

/// The pixels that a library has read, and how far it got.
struct PictureReading {
    /// Empty if no row was read.
    var luma: [UInt8]
    let rows: Int
    var isDamaged: Bool
    /// The library's message, in brackets.
    var words: String
    let hasTransparency: Bool
}

extension LumaImage {
    /// Turned and mirrored as an EXIF orientation says; numbers other than 2 to 8 change nothing.
    func upright(_ orientation: UInt32) -> LumaImage {
        guard 2...8 ~= orientation else { return self }
        let turned = [UInt8](unsafeUninitializedCapacity: pixels.count) { buffer, count in
            cpictures_turn(pixels, width, height, orientation, buffer.baseAddress)
            count = pixels.count
        }
        let isSideways = orientation >= 5
        return LumaImage(
            width: isSideways ? height : width, height: isSideways ? width : height, pixels: turned) ?? self
    }
}

extension RGBImage {
    /// Turns a color image, as for luma.
    fileprivate func upright(_ orientation: UInt32) -> RGBImage? {
        guard 2...8 ~= orientation else { return self }
        let turned = [UInt8](unsafeUninitializedCapacity: pixels.count) { buffer, count in
            cpictures_turn_rgb(pixels, width, height, orientation, buffer.baseAddress)
            count = pixels.count
        }
        let isSideways = orientation >= 5
        return RGBImage(width: isSideways ? height : width, height: isSideways ? width : height, pixels: turned)
    }
}
