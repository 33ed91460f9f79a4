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

#if GIF
    import CPictures
    import TOTPDomain

    /// GIF over giflib; of an animation, the first frame.
    ///
    /// A damaged file gives the rows before the damage; the rest stays white.
    package struct GIFDecoder: ImageDecoder {
        private let library: PictureLibrary

        package init(limits: ImageLimits = ImageLimits()) {
            library = PictureLibrary(cpictures_gif, name: "GIF", limits: limits)
        }

        package var kinds: Set<SourceContent.ImageKind> { [.gif] }

        package func decode(_ bytes: [UInt8], over background: ImageBackground) throws(SourceError) -> DecodedImage {
            guard bytes.starts(with: "GIF8".utf8) else { throw SourceError(.notAnImage, "not a GIF image") }
            let header = try library.header(bytes)
            var image = try library.decode(bytes, header, over: background)
            if header.pictures > 1 { image.omission = "an animation: only its first frame was read" }
            return image
        }
    }
#endif

#if TIFF
    import CPictures
    import TOTPDomain

    /// TIFF of every kind that libtiff converts to colors; all pages, as scanners write them.
    ///
    /// Turned upright as the file says. Damaged strips stay white.
    package struct TIFFDecoder: ImageDecoder {
        private let library: PictureLibrary

        package init(limits: ImageLimits = ImageLimits()) {
            library = PictureLibrary(cpictures_tiff, name: "TIFF", limits: limits)
        }

        package var kinds: Set<SourceContent.ImageKind> { [.tiff] }

        package func decode(_ bytes: [UInt8], over background: ImageBackground) throws(SourceError) -> DecodedImage {
            try pages(of: bytes).decode(page: 0, over: background)
        }

        package func pages(of bytes: [UInt8]) throws(SourceError) -> any ImagePages {
            guard SourceContent(bytes).kind == .image(.tiff) else {
                throw SourceError(.notAnImage, "not a TIFF image")
            }
            let count = Int(try library.header(bytes).pictures)
            try library.limits.check(pages: count)
            return Pages(library: library, bytes: bytes, count: count)
        }

        private struct Pages: ImagePages {
            let library: PictureLibrary
            let bytes: [UInt8]
            let count: Int

            func decode(page: Int, over background: ImageBackground) throws(SourceError) -> DecodedImage {
                try library.decode(bytes, page: page, library.header(bytes, page: page), over: background)
            }
        }
    }
#endif

#if HEIF
    import CPictures
    import TOTPDomain

    /// HEIC and AVIF over libheif: the primary image, turned upright as the file says.
    ///
    /// Reads nothing from a damaged file, because libheif decodes either the whole image or none of it.
    package struct HEIFDecoder: ImageDecoder {
        private let limits: ImageLimits

        package init(limits: ImageLimits = ImageLimits()) { self.limits = limits }

        package var kinds: Set<SourceContent.ImageKind> { [.heif, .avif] }

        package func decode(_ bytes: [UInt8], over background: ImageBackground) throws(SourceError) -> DecodedImage {
            guard bytes.dropFirst(4).starts(with: "ftyp".utf8) else {
                throw SourceError(.notAnImage, "not a HEIC or AVIF image")
            }
            let isAVIF = SourceContent(bytes).kind == .image(.avif)
            guard ImageLibraries.heif != "" else {
                throw SourceError(
                    .unsupportedImage,
                    "\(isAVIF ? "an AVIF" : "a HEIC") image: libheif cannot be loaded",
                    "install libheif1, or save it as PNG"
                )
            }
            let library = PictureLibrary(cpictures_heif, name: isAVIF ? "AVIF" : "HEIC", limits: limits)
            let header = try library.header(bytes)
            var image = try library.decode(bytes, header, over: background)
            if header.pictures > 1 {
                image.omission = "one of \(header.pictures) images in the file: only the main one was read"
            }
            return image
        }

        package func color(_ bytes: [UInt8], over background: ImageBackground) -> RGBImage? {
            PictureLibrary(cpictures_heif, name: "HEIC", limits: limits).color(bytes, over: background)
        }
    }
#endif
