import CPictures
import Images
import TOTPDomain

/// BMP of 1 to 32 bits, with masks and run lengths. The format is small: no library is needed.
///
/// A damaged file gives the rows that can be read; the rest stays white.
package struct BMPDecoder: ImageDecoder {
    private let limits: ImageLimits

    package init(limits: ImageLimits = ImageLimits()) { self.limits = limits }

    package var kinds: Set<SourceContent.ImageKind> { [.bmp] }

    package func besides(_ bytes: [UInt8]) -> BesideImages? { .ofBMP(bytes) }

    package func decode(_ bytes: [UInt8], over background: ImageBackground) throws(SourceError) -> DecodedImage {
        guard bytes.starts(with: "BM".utf8) else { throw SourceError(.notAnImage, "not a BMP image") }
        let header = try BMPHeader(bytes, limits)
        let palette = Self.palette(header, bytes)
        var luma = [UInt8](repeating: 255, count: header.width * header.height)
        let outcome: BMPOutcome
        switch header.coding {
        case .plain:
            let pixels = BMPPixels(header: header, palette: palette, background: background == .white ? 255 : 0)
            outcome = pixels.read(bytes, into: &luma)
        case .rle8, .rle4: outcome = BMPRunLengths(header: header, palette: palette).read(bytes, into: &luma)
        }
        guard outcome.rows > 0, let image = LumaImage(width: header.width, height: header.height, pixels: luma) else {
            throw SourceError(.imageDamaged, "no row of the BMP image can be read", .takeAgain)
        }
        let damage = outcome.problem.map { "damaged, read \(outcome.rows) of \(header.height) rows (\($0))" }
        return DecodedImage(
            luma: image, damage: damage, hasAllRows: outcome.rows == header.height,
            hasTransparency: outcome.hasTransparency)
    }

    /// The luma of every index; black for those beyond the palette.
    private static func palette(_ header: BMPHeader, _ bytes: [UInt8]) -> [UInt8] {
        (0..<256).map { index in
            guard index < header.palette.count else { return 0 }
            let at = header.palette.start + index * header.palette.stride
            return cpictures_luma(UInt32(bytes[at + 2]), UInt32(bytes[at + 1]), UInt32(bytes[at]))
        }
    }
}

/// How many rows of a BMP could be read.
struct BMPOutcome {
    /// Counted in the order of the file.
    var rows: Int
    var problem: String?
    var hasTransparency = false
}

/// Uncompressed pixels, each row padded to four bytes.
struct BMPPixels {
    let header: BMPHeader
    let palette: [UInt8]
    /// The background of transparent pixels: 255 white, 0 black.
    let background: UInt32

    func read(_ bytes: [UInt8], into luma: inout [UInt8]) -> BMPOutcome {
        let width = header.width
        let stride = (header.bitsPerPixel * width + 31) / 32 * 4
        // The last row may lack its padding.
        let needed = (header.bitsPerPixel * width + 7) / 8
        let available = bytes.count - header.pixelStart
        let rows = available < needed ? 0 : min(header.height, (available - needed) / stride + 1)
        var outcome = BMPOutcome(rows: rows, problem: rows < header.height ? "the file ends early" : nil)
        // Many programs write an alpha of zero for every pixel.
        let hasAlpha = header.masks[3] != 0 && hasSomethingOpaque(bytes, rows: rows, stride: stride)
        let channels = header.masks.map(BMPChannel.init)
        let source = bytes.span
        var target = luma.mutableSpan
        for row in 0..<rows {
            let start = header.pixelStart + row * stride
            let y = header.isTopDown ? row : header.height - 1 - row
            for x in 0..<width {
                let value: UInt8
                switch header.bitsPerPixel {
                case 24:
                    let at = start + 3 * x
                    value = cpictures_luma(UInt32(source[at + 2]), UInt32(source[at + 1]), UInt32(source[at]))
                case 16, 32:
                    let pixel = pixel(source, start, x)
                    let color = cpictures_luma(
                        channels[0].value(pixel), channels[1].value(pixel), channels[2].value(pixel))
                    let alpha = hasAlpha ? channels[3].value(pixel) : 255
                    if alpha < 255 { outcome.hasTransparency = true }
                    value = cpictures_over(UInt32(color), alpha, background)
                default:
                    let bits = header.bitsPerPixel
                    let byte = source[start + x * bits / 8]
                    let shift = 8 - bits - x * bits % 8
                    value = palette[Int(byte >> shift) & (1 << bits - 1)]
                }
                target[y * width + x] = value
            }
        }
        return outcome
    }

    private func pixel(_ source: Span<UInt8>, _ start: Int, _ x: Int) -> UInt32 {
        let size = header.bitsPerPixel / 8
        let at = start + x * size
        let low = UInt32(source[at]) | UInt32(source[at + 1]) << 8
        return size == 2 ? low : low | UInt32(source[at + 2]) << 16 | UInt32(source[at + 3]) << 24
    }

    private func hasSomethingOpaque(_ bytes: [UInt8], rows: Int, stride: Int) -> Bool {
        let source = bytes.span
        for row in 0..<rows {
            for x in 0..<header.width
            where pixel(source, header.pixelStart + row * stride, x) & header.masks[3] != 0 { return true }
        }
        return false
    }
}

/// One color of a pixel with masks.
private struct BMPChannel {
    private let mask, shift, top: UInt32

    init(_ mask: UInt32) {
        self.mask = mask
        shift = mask == 0 ? 0 : UInt32(mask.trailingZeroBitCount)
        top = mask >> shift
    }

    /// 0 to 255.
    func value(_ pixel: UInt32) -> UInt32 {
        if top == 0 { return 0 }
        return UInt32((UInt64((pixel & mask) >> shift) * 255 + UInt64(top / 2)) / UInt64(top))
    }
}
