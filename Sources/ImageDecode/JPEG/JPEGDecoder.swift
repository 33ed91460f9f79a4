import CJPEG
public import TOTPDomain

/// JPEG, baseline and progressive, gray, colour and CMYK, over libjpeg: its luma alone is decoded.
///
/// Turned upright as EXIF says. A damaged file gives what its rows up to the damage hold; the rest stays white.
public struct JPEGDecoder: ImageDecoder {
    private let library: PictureLibrary

    public init(limits: ImageLimits = ImageLimits()) {
        library = PictureLibrary(
            name: "JPEG", limits: limits, readHeader: cjpeg_read_header, readLuma: cjpeg_read_luma)
    }

    public var kinds: Set<SourceContent.ImageKind> { [.jpeg] }

    public func decode(_ bytes: [UInt8], over background: ImageBackground) throws(SourceError) -> DecodedImage {
        guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { throw SourceError(.notAnImage, "not a JPEG picture") }
        let header = try library.header(bytes)
        return try library.decode(bytes, header, orientation: ExifOrientation.ofJPEG(bytes), over: background)
    }
}
