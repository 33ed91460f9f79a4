import CPictures
import Images
import TOTPDomain

/// WebP, lossy and lossless, with alpha, over libwebp; all frames of an animation.
///
/// Turned upright as EXIF says. A damaged file gives the rows before the damage; the rest stays white.
package struct WebPDecoder: ImageDecoder {
    private let library: PictureLibrary

    package init(limits: ImageLimits = ImageLimits()) {
        library = PictureLibrary(cpictures_webp, name: "WebP", limits: limits)
    }

    package var kinds: Set<SourceContent.ImageKind> { [.webp] }

    package func besides(_ bytes: [UInt8]) -> BesideImages? { .ofWebP(bytes) }

    package func decode(_ bytes: [UInt8], over background: ImageBackground) throws(SourceError) -> DecodedImage {
        guard bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) else {
            throw SourceError(.notAnImage, "not a WebP image")
        }
        return try library.decode(
            bytes, library.header(bytes), orientation: ExifOrientation.ofWebP(bytes), over: background)
    }

    package func pages(of bytes: [UInt8]) throws(SourceError) -> any ImagePages {
        guard let frames = WebPFrames(bytes, most: library.limits.frames), frames.total > 0,
            frames.total > 1 || frames.isCutOff
        else { return OnlyImage(decoder: self, bytes: bytes) }
        return try AnimationPages(
            frames, of: bytes, decoder: self, limits: library.limits, orientation: ExifOrientation.ofWebP(bytes))
    }

    package func color(_ bytes: [UInt8], over background: ImageBackground) -> RGBImage? {
        library.color(bytes, orientation: ExifOrientation.ofWebP(bytes), over: background)
    }
}

#if GIF
    /// GIF over giflib; all frames of an animation.
    ///
    /// A damaged file gives the rows before the damage; the rest stays white.
    package struct GIFDecoder: ImageDecoder {
        private let library: PictureLibrary

        package init(limits: ImageLimits = ImageLimits()) {
            library = PictureLibrary(cpictures_gif, name: "GIF", limits: limits)
        }

        package var kinds: Set<SourceContent.ImageKind> { [.gif] }

        package func besides(_ bytes: [UInt8]) -> BesideImages? { .ofGIF(bytes) }

        package func decode(_ bytes: [UInt8], over background: ImageBackground) throws(SourceError) -> DecodedImage {
            guard bytes.starts(with: "GIF8".utf8) else { throw SourceError(.notAnImage, "not a GIF image") }
            return try library.decode(bytes, library.header(bytes), over: background)
        }

        package func pages(of bytes: [UInt8]) throws(SourceError) -> any ImagePages {
            guard let frames = GIFFrames(bytes, most: library.limits.frames), frames.total > 1 else {
                return OnlyImage(decoder: self, bytes: bytes)
            }
            return try AnimationPages(frames, of: bytes, decoder: self, limits: library.limits)
        }
    }
#endif

#if TIFF
    /// TIFF of every kind that libtiff converts to colors; all pages, as scanners write them.
    ///
    /// Turned upright as the file says. Damaged strips stay white.
    package struct TIFFDecoder: ImageDecoder {
        private let library: PictureLibrary

        package init(limits: ImageLimits = ImageLimits()) {
            library = PictureLibrary(cpictures_tiff, name: "TIFF", limits: limits)
        }

        package var kinds: Set<SourceContent.ImageKind> { [.tiff] }

        package func besides(_ bytes: [UInt8]) -> BesideImages? { .ofTIFF(bytes) }

        package func decode(_ bytes: [UInt8], over background: ImageBackground) throws(SourceError) -> DecodedImage {
            try pages(of: bytes).decode(page: 0, over: background)
        }

        package func pages(of bytes: [UInt8]) throws(SourceError) -> any ImagePages {
            guard SourceContent(bytes).kind == .image(.tiff) else { throw SourceError(.notAnImage, "not a TIFF image") }
            let count = Int(try library.header(bytes).pictures)
            try library.limits.check(pages: count)
            return LibraryPages(library: library, bytes: bytes, count: count)
        }
    }
#endif

#if HEIF
    /// HEIC and AVIF over libheif: the primary image and all others that are not a part of one, turned upright as the
    /// file says.
    ///
    /// Reads nothing from a damaged file, because libheif decodes either the whole image or none of it.
    package struct HEIFDecoder: ImageDecoder {
        private let limits: ImageLimits

        package init(limits: ImageLimits = ImageLimits()) { self.limits = limits }

        package var kinds: Set<SourceContent.ImageKind> { [.heif, .avif] }

        package func besides(_ bytes: [UInt8]) -> BesideImages? { .ofHEIF(bytes) }

        package func decode(_ bytes: [UInt8], over background: ImageBackground) throws(SourceError) -> DecodedImage {
            let library = try library(bytes)
            return try library.decode(bytes, library.header(bytes), over: background)
        }

        package func pages(of bytes: [UInt8]) throws(SourceError) -> any ImagePages {
            let library = try library(bytes)
            let (count, rest) = limits.frames(of: Int(try library.header(bytes).pictures))
            let frames = ImageSequence.frameCount(bytes)
            guard count > 1 || frames > 1 else { return OnlyImage(decoder: self, bytes: bytes) }
            return LibraryPages(
                library: library, bytes: bytes, count: count, name: frames > count ? "frame" : "image",
                rest: frames > count ? (frames, Self.onlyFirstFrame) : rest)
        }

        /// Further frames are differences to it, of a video that libheif does not read.
        private static let onlyFirstFrame = SourceError(
            .unsupportedImage, "only the first frame of a sequence can be read", "save those with QR codes as images")

        private func library(_ bytes: [UInt8]) throws(SourceError) -> PictureLibrary {
            guard bytes.dropFirst(4).starts(with: "ftyp".utf8) else {
                throw SourceError(.notAnImage, "not a HEIC or AVIF image")
            }
            let isAVIF = SourceContent(bytes).kind == .image(.avif)
            guard ImageLibraries.heif != "" else {
                throw SourceError(
                    .unsupportedImage, "\(isAVIF ? "an AVIF" : "a HEIC") image: libheif cannot be loaded",
                    .text("install libheif1, or save it as PNG", onPage: "save it as PNG, and drop that"))
            }
            return PictureLibrary(cpictures_heif, name: isAVIF ? "AVIF" : "HEIC", limits: limits)
        }

        package func color(_ bytes: [UInt8], over background: ImageBackground) -> RGBImage? {
            PictureLibrary(cpictures_heif, name: "HEIC", limits: limits).color(bytes, over: background)
        }
    }
#endif

#if TIFF || HEIF
    /// Pages or images of a file that the library decodes by their numbers.
    private struct LibraryPages: ImagePages {
        let library: PictureLibrary
        let bytes: [UInt8]
        let count: Int
        var name = "page"
        var rest: (total: Int, reason: SourceError)?

        func decode(page: Int, over background: ImageBackground) throws(SourceError) -> DecodedImage {
            try library.decode(bytes, page: page, library.header(bytes, page: page), over: background)
        }
    }
#endif
