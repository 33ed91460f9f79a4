import Encodings
import Images
import Programs
import TOTPDomain

/// Pages of a PDF, each drawn as an image by `pdftoppm`, a program of poppler.
///
/// Not by its library: that is under the GPL, which would then apply to this program, and it doubles the time to start.
/// A crash of `pdftoppm` ends only the drawing of a page.
///
/// At 300 dots per inch a code of 2 cm has more than 3 pixels per module up to version 11. Large pages are drawn at a
/// lower resolution, small pages at a higher resolution, so that the longer side has 1,000 to 4,000 pixels.
package struct PDFDecoder: ImageDecoder {
    private let limits: ImageLimits
    private let searchPath: String

    /// - Parameter searchPath: the folders that may have the programs.
    package init(limits: ImageLimits = ImageLimits(), searchPath: String = HelperProgram.searchPath) {
        (self.limits, self.searchPath) = (limits, searchPath)
    }

    package var kinds: Set<SourceContent.ImageKind> { [.pdf] }

    package func decode(_ bytes: [UInt8], over background: ImageBackground) throws(SourceError) -> DecodedImage {
        try pages(of: bytes).decode(page: 0, over: background)
    }

    package func pages(of bytes: [UInt8]) throws(SourceError) -> any ImagePages {
        guard bytes.starts(with: "%PDF-".utf8) else { throw SourceError(.notAnImage, "not a PDF") }
        guard let programs = PDFPrograms(searchPath: searchPath) else {
            throw SourceError(
                .unsupportedImage, "a PDF: it needs pdftoppm, which is not installed",
                .text(
                    "install poppler-utils (brew: poppler), or save the pages as PNG",
                    onPage: "save the pages with QR codes as PNG, and drop those"))
        }
        let document = try PDFDocument(bytes, programs, limits: limits)
        guard document.count > 0 else { throw SourceError(.imageDamaged, "the PDF has no page", "save it again") }
        try limits.check(pages: document.count)
        return document
    }
}

extension PDFDecoder {
    /// Objects that are not on the pages as they are drawn, or that may contain such objects.
    private static let others: [(name: String, kind: Leftover.Kind)] = [
        ("/EmbeddedFile", .attachment), ("/Annot", .annotation), ("/AcroForm", .annotation), ("/ObjStm", .closedParts),
    ]

    package func besides(_ bytes: [UInt8]) -> BesideImages? {
        var besides = BesideImages(hidden: Self.outsideStreams(bytes)), left = limits.pdfTime
        if Self.hasData(bytes) { besides.leftovers.add(.data) }
        for other in Self.others where bytes.span.firstIndex(of: Array(other.name.utf8)) != nil {
            besides.leftovers.add(other.kind)
        }
        guard let programs = PDFPrograms(searchPath: searchPath) else {
            besides.leftovers.add(.closedParts)
            return besides
        }
        // Title, subject and keywords.
        besides.hidden.append(programs.describe(bytes, limits, &left).output[...])
        let (end, text) = programs.text(bytes, limits, &left)
        besides.text = text
        if end != .exited(0) { besides.leftovers.add(.closedParts) }
        return besides
    }

    /// Everything but contents of pages, images and fonts.
    private static func outsideStreams(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var parts: [ArraySlice<UInt8>] = [], start = 0
        while let stream = bytes.span.firstIndex(of: "stream", from: start),
            let end = bytes.span.firstIndex(of: "endstream", from: stream)
        {
            parts.append(bytes[start..<stream])
            start = end + 9
        }
        return parts + [bytes[start...]]
    }

    /// Whether something else than an object, a table of objects or the start of one follows the mark of an end. A
    /// document that was changed has several.
    private static func hasData(_ bytes: [UInt8]) -> Bool {
        var index = 0
        while let end = bytes.span.firstIndex(of: "%%eof", from: index) {
            index = end + 5
            guard let start = bytes[index...].firstIndex(where: { $0 != 0 && !ASCII.isWhitespace($0) }) else { break }
            let words = bytes[start...].prefix(40).split(maxSplits: 3, whereSeparator: ASCII.isWhitespace)
            let isObject =
                words.count > 2 && words[..<2].joined().allSatisfy { $0 &- 48 < 10 }
                && words[2].starts(with: "obj".utf8)
            guard isObject || ["xref", "startxref"].contains(where: { words[0].elementsEqual($0.utf8) }) else {
                return true
            }
        }
        return index == 0
    }
}

extension Span<UInt8> {
    /// Where a text starts, in upper or lower case.
    fileprivate func firstIndex(of text: StaticString, from index: Int) -> Int? {
        var index = index
        let first = ASCII.lowercased(text.utf8Start.pointee)
        while index < count {
            if ASCII.lowercased(self[index]) == first, hasPrefix(text, at: index) { return index }
            index += 1
        }
        return nil
    }
}

/// A document, and the processor time that is left to draw it.
private final class PDFDocument: ImagePages {
    private let bytes: [UInt8]
    private let programs: PDFPrograms
    private let limits: ImageLimits
    private let summary: PDFSummary
    private var left: Duration

    var count: Int { summary.pages }

    init(_ bytes: [UInt8], _ programs: PDFPrograms, limits: ImageLimits) throws(SourceError) {
        (self.bytes, self.programs, self.limits) = (bytes, programs, limits)
        left = limits.pdfTime
        let (end, output) = programs.describe(bytes, limits, &left)
        if end == .tooLong { throw Self.tooLong }
        guard end == .exited(0), let summary = PDFSummary(output) else {
            // pdfinfo has one status for both, and the name of the entry is never encrypted itself.
            if end == .exited(1), bytes.span.firstIndex(of: Array("/Encrypt".utf8)) != nil {
                throw SourceError(.unsupportedImage, "the PDF is locked with a password", "save a copy without one")
            }
            throw SourceError(.imageDamaged, "the PDF is damaged and cannot be opened", "save it again")
        }
        self.summary = summary
    }

    func decode(page: Int, over background: ImageBackground) throws(SourceError) -> DecodedImage {
        // Less than a point, a third of a millimeter, is not a page, and never finishes drawing.
        guard let (points, lines) = summary.sizes[page], points.isFinite, lines.isFinite, min(points, lines) > 0,
            max(points, lines) >= 1
        else { throw SourceError(.imageDamaged, "the page has no size", "save the PDF again") }
        let longer = max(points, lines)
        let dotsPerPoint = min(max(300.0 / 72, 1000 / longer), 4000 / longer)
        let side = Int((longer * dotsPerPoint).rounded(.up))
        let shorter = max(1, Int((min(points, lines) * dotsPerPoint).rounded(.up)))
        try limits.check(size: (side, shorter))
        let (end, output) = programs.draw(bytes, page: page, side: side, shorter: shorter, limits, &left)
        if end == .tooLong { throw Self.tooLong }
        guard end == .exited(0), let luma = Self.luma(output, side: side, shorter: shorter) else {
            throw SourceError(.imageDamaged, "the page cannot be drawn", "save it as PNG")
        }
        return DecodedImage(luma: luma)
    }

    private static var tooLong: SourceError {
        SourceError(.limitExceeded, "its pages take too long to draw", "save those with QR codes as PNG")
    }

    /// The image in a PGM file of 8 bits; nil if it is another file, or not as large as was asked for.
    private static func luma(_ file: [UInt8], side: Int, shorter: Int) -> LumaImage? {
        guard let header = GraymapHeader(file),
            // Rounded in another way.
            max(header.width, header.height) <= side + 1, min(header.width, header.height) <= shorter + 1
        else { return nil }
        return LumaImage(width: header.width, height: header.height, pixels: Array(file[header.end...]))
    }
}
