import Encodings
import Images
import TOTPDomain

/// QR codes that a program printed as text.
package struct PrintedDecoder: ImageDecoder {
    private let limits: ImageLimits

    /// The width of a pixel of the text in the image, so that no module has fewer pixels.
    private static let scale = 3

    package init(limits: ImageLimits = ImageLimits()) { self.limits = limits }

    package var kinds: Set<SourceContent.ImageKind> { [.printed] }

    package func decode(_ bytes: [UInt8], over background: ImageBackground) throws(SourceError) -> DecodedImage {
        let rows = picture(bytes)?.rows ?? []
        let size = (width: (rows.first?.count ?? 0) * Self.scale, height: rows.count * Self.scale)
        guard !rows.isEmpty else { throw SourceError(.notAnImage, "not a text with a QR code") }
        try limits.check(size: size)
        let pixels = rows.flatMap { row in
            let wide = row.flatMap { repeatElement($0, count: Self.scale) }
            return repeatElement(wide, count: Self.scale).joined()
        }
        guard let luma = LumaImage(width: size.width, height: size.height, pixels: pixels) else {
            throw SourceError(.notAnImage, "not a text with a QR code")
        }
        return DecodedImage(luma: luma)
    }

    package func besides(_ bytes: [UInt8]) -> BesideImages? {
        picture(bytes).map { BesideImages(text: $0.words) }
    }

    private func picture(_ bytes: [UInt8]) -> TextPicture? {
        TextDecoding.decode(bytes).flatMap { TextPicture($0.bytes) }
    }
}
