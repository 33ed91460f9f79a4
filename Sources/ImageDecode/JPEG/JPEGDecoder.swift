import CPictures
import TOTPDomain

/// JPEG, baseline and progressive, gray, color and CMYK, over libjpeg: only its luma is decoded, except to show it.
///
/// Turned upright as EXIF says. A damaged file gives the rows before the damage; the rest stays white.
package struct JPEGDecoder: ImageDecoder {
    private let library: PictureLibrary

    package init(limits: ImageLimits = ImageLimits()) {
        library = PictureLibrary(cpictures_jpeg, name: "JPEG", limits: limits)
    }

    package var kinds: Set<SourceContent.ImageKind> { [.jpeg] }

    package func decode(_ bytes: [UInt8], over background: ImageBackground) throws(SourceError) -> DecodedImage {
        let header = try header(bytes)
        return try library.decode(bytes, header, orientation: ExifOrientation.ofJPEG(bytes), over: background)
    }

    package func color(_ bytes: [UInt8], over background: ImageBackground) -> RGBImage? {
        library.color(bytes, orientation: ExifOrientation.ofJPEG(bytes), over: background)
    }

    /// Pixels of the largest image that is decoded as a whole. Larger ones come in bands: 48 megapixels would take 46
    /// MiB per worker.
    static let wholePixels = 25_000_000

    package func largeImage(_ bytes: [UInt8]) throws(SourceError) -> (any LargeImage)? {
        let header = try header(bytes)
        let width = Int(header.width), height = Int(header.height), overlap = LargeImageBand.overlap
        guard width * height > Self.wholePixels else { return nil }
        // A band has about 8 megapixels, but some new rows however long they are.
        return JPEGBands(
            bytes, width: width, height: height, orientation: ExifOrientation.ofJPEG(bytes),
            bandRows: min(1536, max(overlap + 64, 8_300_000 / width)), overlap: overlap)
    }

    private func header(_ bytes: [UInt8]) throws(SourceError) -> cpictures_header {
        guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { throw SourceError(.notAnImage, "not a JPEG image") }
        return try library.header(bytes)
    }
}
