import CPictures
import TOTPDomain

/// WebP, lossy and lossless, with alpha, over libwebp; of an animation, the first frame.
///
/// Turned upright as EXIF says. A damaged file gives the rows before the damage; the rest stays white.
package struct WebPDecoder: ImageDecoder {
    private let library: PictureLibrary

    package init(limits: ImageLimits = ImageLimits()) {
        library = PictureLibrary(cpictures_webp, name: "WebP", limits: limits)
    }

    package var kinds: Set<SourceContent.ImageKind> { [.webp] }

    package func decode(_ bytes: [UInt8], over background: ImageBackground) throws(SourceError) -> DecodedImage {
        guard bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) else {
            throw SourceError(.notAnImage, "not a WebP image")
        }
        let header = try library.header(bytes)
        var image = try library.decode(bytes, header, orientation: ExifOrientation.ofWebP(bytes), over: background)
        if header.pictures > 1 { image.omission = "an animation: only its first frame was read" }
        return image
    }

    package func color(_ bytes: [UInt8], over background: ImageBackground) -> RGBImage? {
        library.color(bytes, orientation: ExifOrientation.ofWebP(bytes), over: background)
    }
}
