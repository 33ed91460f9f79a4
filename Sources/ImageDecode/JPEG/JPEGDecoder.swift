import CPictures
public import TOTPDomain

/// JPEG, baseline and progressive, gray, color and CMYK, over libjpeg: only its luma is decoded.
///
/// Turned upright as EXIF says. A damaged file gives the rows before the damage; the rest stays white.
public struct JPEGDecoder: ImageDecoder {
    private let library: PictureLibrary

    public init(limits: ImageLimits = ImageLimits()) {
        library = PictureLibrary(cpictures_jpeg, name: "JPEG", limits: limits)
    }

    public var kinds: Set<SourceContent.ImageKind> { [.jpeg] }

    public func decode(_ bytes: [UInt8], over background: ImageBackground) throws(SourceError) -> DecodedImage {
        guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { throw SourceError(.notAnImage, "not a JPEG image") }
        let header = try library.header(bytes)
        return try library.decode(bytes, header, orientation: ExifOrientation.ofJPEG(bytes), over: background)
    }
}
