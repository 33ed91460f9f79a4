import CPixels
import Encodings
import TOTPDomain

/// A C library for one kind of picture, behind the two calls that every shim has.
///
/// All decoders over a library go the same way: header, limits, pixels, damage, upright.
struct PictureLibrary: Sendable {
    typealias ReadHeader =
        @convention(c) (
            UnsafePointer<UInt8>?, Int, UInt32, UnsafeMutablePointer<cpixels_header>?
        ) -> Bool
    typealias ReadLuma =
        @convention(c) (
            UnsafePointer<UInt8>?, Int, UInt32, UInt8, UnsafeMutablePointer<UInt8>?, Int,
            UnsafeMutablePointer<cpixels_result>?
        ) -> Bool

    /// As messages call the kind: `JPEG`.
    let name: String
    let limits: ImageLimits
    let readHeader: ReadHeader
    let readLuma: ReadLuma

    /// Header and limits; nothing of the picture's size is allocated.
    func header(_ bytes: [UInt8], page: Int = 0) throws(SourceError) -> cpixels_header {
        var header = cpixels_header()
        guard readHeader(bytes, bytes.count, UInt32(page), &header) else {
            throw SourceError(
                .imageDamaged,
                "the \(name) picture is damaged before its first row\(Self.words(header.message)); take it again")
        }
        try limits.check(size: (Int(header.width), Int(header.height)))
        return header
    }

    /// - parameter orientation: 1 to 8 as in EXIF, where the header does not say it.
    func decode(
        _ bytes: [UInt8], page: Int = 0, _ header: cpixels_header, orientation: UInt32? = nil,
        over background: ImageBackground
    ) throws(SourceError) -> DecodedImage {
        let (width, height) = (Int(header.width), Int(header.height))
        var luma = [UInt8](repeating: 255, count: width * height)
        var result = cpixels_result()
        let hasPixels = readLuma(
            bytes, bytes.count, UInt32(page), background == .white ? 255 : 0, &luma, luma.count, &result)
        let words = Self.words(result.message)
        guard hasPixels, let image = LumaImage(width: width, height: height, pixels: luma) else {
            throw SourceError(.imageDamaged, "no row of the \(name) picture can be read\(words); take it again")
        }
        return DecodedImage(
            luma: image.upright(orientation ?? header.orientation),
            damage: result.is_damaged ? "damaged, read \(result.rows) of \(height) rows\(words)" : nil,
            hasTransparency: result.has_transparency)
    }

    /// What the library said, in brackets; empty where it said nothing.
    private static func words<Message>(_ message: Message) -> String {
        let text = withUnsafeBytes(of: message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            .printable(limit: 100)
        return text.isEmpty ? "" : " (\(text))"
    }
}

extension LumaImage {
    /// Turned and mirrored as an orientation of EXIF says; numbers other than 2 to 8 change nothing.
    func upright(_ orientation: UInt32) -> LumaImage {
        guard 2...8 ~= orientation else { return self }
        let turned = [UInt8](unsafeUninitializedCapacity: pixels.count) { buffer, count in
            cpixels_turn(pixels, width, height, orientation, buffer.baseAddress)
            count = pixels.count
        }
        let isSideways = orientation >= 5
        return LumaImage(
            width: isSideways ? height : width, height: isSideways ? width : height, pixels: turned) ?? self
    }
}
