import Encodings
import Images
import Programs
import TOTPDomain

/// SVG drawings, drawn by `rsvg-convert`, a program of librsvg.
///
/// It gets the drawing on standard input, so that it has no folder: librsvg loads no other file for such a drawing, and
/// nothing from a network ever. Only what is in the drawing itself (`data:`) is drawn.
package struct SVGDecoder: ImageDecoder {
    private let limits: ImageLimits
    private let searchPath: String

    /// Pixels of the longer side: a page of A4 with a code of 2 cm has 4 for a module.
    static let side = 1600
    /// White around it: many drawings have no quiet zone.
    static let margin = 64
    /// As PNG, without any compression.
    private static let longestOutput = 4 * (side + 1) * (side + 1) + (1 << 16)

    /// - Parameter searchPath: the folders that may have the program.
    package init(limits: ImageLimits = ImageLimits(), searchPath: String = HelperProgram.searchPath) {
        (self.limits, self.searchPath) = (limits, searchPath)
    }

    package var kinds: Set<SourceContent.ImageKind> { [.svg] }

    /// Texts and comments: the numbers of paths in the tags may look like anything.
    package func besides(_ bytes: [UInt8]) -> BesideImages? {
        var hidden: [ArraySlice<UInt8>] = [], rest = bytes[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            hidden.append(rest[..<start])
            rest = rest[start...]
            let isComment = rest.starts(with: "<!--".utf8)
            let end = bytes.span.extracting(start..<bytes.count).firstIndex(of: Array((isComment ? "-->" : ">").utf8))
            let tag = rest.prefix(end ?? rest.count)
            if isComment { hidden.append(tag) }
            rest = rest[tag.endIndex...]
        }
        return BesideImages(
            hidden: (hidden + [rest]).filter { !$0.allSatisfy { ASCII.isWhitespace($0) || $0 == UInt8(ascii: ">") } })
    }

    package func decode(_ bytes: [UInt8], over background: ImageBackground) throws(SourceError) -> DecodedImage {
        let picture = try draw(bytes)
        guard var image = try? PNGDecoder(limits: limits).decode(picture, over: background), image.damage == nil,
            max(image.luma.width, image.luma.height) <= Self.side + 1,
            let luma = image.luma.framed(by: Self.margin, background == .white ? 255 : 0)
        else { throw Self.damaged }
        image.luma = luma
        return image
    }

    /// The drawing as PNG.
    private func draw(_ bytes: [UInt8]) throws(SourceError) -> [UInt8] {
        let arguments = ["--format=png", "--keep-aspect-ratio", "--width=\(Self.side)", "--height=\(Self.side)"]
        guard let program = HelperProgram("rsvg-convert", arguments, searchPath: searchPath) else {
            throw SourceError(
                .unsupportedImage, "a drawing (SVG): it needs rsvg-convert, which is not installed",
                .text(
                    "take a screenshot of the QR code in it, or install librsvg2-bin (brew: librsvg)",
                    onPage: "take a screenshot of the QR code in it, and drop that"))
        }
        let run = program.run(
            bytes, limit: Self.longestOutput, patience: limits.pdfPageWait,
            bounds: HelperProgram.Bounds(memory: Limit.pdfMemory, processorTime: limits.pdfPageTime))
        if run.end == .tooLong {
            throw SourceError(
                .limitExceeded, "the drawing takes too long to draw", "take a screenshot of the QR code in it")
        }
        guard run.end == .exited(0), run.output.starts(with: [0x89, 0x50, 0x4E, 0x47]) else { throw Self.damaged }
        return run.output
    }

    private static let damaged = SourceError(
        .imageDamaged, "the drawing cannot be drawn", "take a screenshot of the QR code in it")
}

extension LumaImage {
    /// The image with a border of one color.
    fileprivate func framed(by margin: Int, _ color: UInt8) -> LumaImage? {
        let side = [UInt8](repeating: color, count: margin)
        let row = [UInt8](repeating: color, count: (width + 2 * margin) * margin)
        var framed: [UInt8] = []
        framed.reserveCapacity((width + 2 * margin) * (height + 2 * margin))
        framed += row
        for y in 0..<height {
            framed += side
            framed += pixels[y * width..<(y + 1) * width]
            framed += side
        }
        framed += row
        return LumaImage(width: width + 2 * margin, height: height + 2 * margin, pixels: framed)
    }
}
