import Encodings
import Images
import TOTPDomain

/// A decoder for every known kind of image, whether this build can read it or not.
package enum ImageDecoders {
    package static func all(limits: ImageLimits = ImageLimits()) -> [any ImageDecoder] {
        var decoders: [any ImageDecoder] = [
            PNGDecoder(limits: limits), JPEGDecoder(limits: limits), WebPDecoder(limits: limits),
            BMPDecoder(limits: limits), JPEGXLDecoder(limits: limits), UnavailableDecoder.jpegXR,
            PDFDecoder(limits: limits), SVGDecoder(limits: limits), PrintedDecoder(limits: limits),
            VideoDecoder(limits: limits),
        ]
        #if HEIF
            decoders.append(HEIFDecoder(limits: limits))
        #else
            decoders.append(
                UnavailableDecoder([.heif, .avif], name: "HEIC or AVIF image", apt: "libheif-dev", brew: "libheif"))
        #endif
        #if TIFF
            decoders.append(TIFFDecoder(limits: limits))
        #else
            decoders.append(UnavailableDecoder([.tiff], name: "TIFF image", apt: "libtiff-dev", brew: "libtiff"))
        #endif
        #if GIF
            decoders.append(GIFDecoder(limits: limits))
        #else
            decoders.append(UnavailableDecoder([.gif], name: "GIF image", apt: "libgif-dev", brew: "giflib"))
        #endif
        return decoders
    }
}

/// The decoder of a kind that this build, or every build, cannot read: its error says why.
struct UnavailableDecoder: ImageDecoder {
    let kinds: Set<SourceContent.ImageKind>
    private let failure: SourceError

    /// A kind whose library this build lacks.
    init(_ kinds: Set<SourceContent.ImageKind>, name: String, apt: String, brew: String) {
        self.kinds = kinds
        failure = SourceError(
            .unsupportedImage,
            "a \(name): this build cannot read it",
            .text(
                "save it as PNG, or install \(apt) (brew: \(brew)) and build again: make",
                onPage: "save it as PNG, and drop that"))
    }

    private init(_ kind: SourceContent.ImageKind, _ problem: String, _ advice: Advice) {
        (kinds, failure) = ([kind], SourceError(.unsupportedImage, problem, advice))
    }

    /// What Windows saves screenshots of HDR screens as.
    static let jpegXR = UnavailableDecoder(.jxr, "a JPEG XR image, which is not read", .saveAsPNG)

    func decode(_ bytes: [UInt8], over background: ImageBackground) throws(SourceError) -> DecodedImage {
        throw failure
    }
}
