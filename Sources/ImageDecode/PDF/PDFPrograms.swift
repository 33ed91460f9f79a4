import Encodings
import Programs

/// The programs of poppler that read a PDF. They get it on standard input, without a name or a password, and write to
/// standard output, without a temporary file.
struct PDFPrograms {
    private let pdfinfo, pdftoppm: HelperProgram
    private let pdftotext: HelperProgram?

    /// More than the lines about all pages.
    private static let longestSummary = 1 << 20
    private static let longestText = 1 << 22

    /// Nil if a program that draws is not installed; all are in the same package.
    init?(searchPath: String) {
        guard let pdfinfo = HelperProgram("pdfinfo", searchPath: searchPath),
            let pdftoppm = HelperProgram("pdftoppm", searchPath: searchPath)
        else { return nil }
        (self.pdfinfo, self.pdftoppm) = (pdfinfo, pdftoppm)
        pdftotext = HelperProgram("pdftotext", searchPath: searchPath)
    }

    /// Returns the text that ``PDFSummary`` reads, with the sizes of as many pages as a file may have.
    func describe(
        _ file: [UInt8], _ limits: ImageLimits, _ left: inout Duration
    ) -> (end: HelperProgram.End, output: [UInt8]) {
        run(pdfinfo, ["-f", "1", "-l", "\(limits.pages)", "-"], file, limit: Self.longestSummary, limits, &left)
    }

    /// Draws a page as PGM, the longer side with `side` pixels. Each page is a separate run: a page that cannot be
    /// drawn does not affect the others, and images of pages cannot be mixed up.
    ///
    /// - Parameters:
    ///   - page: from 0.
    ///   - shorter: the pixels that the shorter side will have; it is ended when it writes many more.
    func draw(
        _ file: [UInt8], page: Int, side: Int, shorter: Int, _ limits: ImageLimits, _ left: inout Duration
    ) -> (end: HelperProgram.End, output: [UInt8]) {
        // The page as people see it: the crop box, with annotations.
        let arguments = [
            "-q", "-gray", "-cropbox", "-scale-to", "\(side)", "-f", "\(page + 1)", "-l", "\(page + 1)", "-",
        ]
        return run(pdftoppm, arguments, file, limit: (side + 1) * (shorter + 1) + 64, limits, &left)
    }

    /// Returns the text of all pages that may be read, also what cannot be seen on them.
    func text(
        _ file: [UInt8], _ limits: ImageLimits, _ left: inout Duration
    ) -> (end: HelperProgram.End, output: [UInt8]) {
        guard let pdftotext else { return (.notStarted, []) }
        let arguments = ["-q", "-enc", "UTF-8", "-l", "\(limits.pages)", "-", "-"]
        return run(pdftotext, arguments, file, limit: Self.longestText, limits, &left)
    }

    private func run(
        _ program: HelperProgram, _ arguments: [String], _ file: [UInt8], limit: Int, _ limits: ImageLimits,
        _ left: inout Duration
    ) -> (end: HelperProgram.End, output: [UInt8]) {
        guard left > .zero else { return (.tooLong, []) }
        let most = min(limits.pdfPageTime, left)
        let run = HelperProgram(path: program.path, arguments: arguments).run(
            file, limit: limit, patience: limits.pdfPageWait,
            bounds: HelperProgram.Bounds(memory: Limit.pdfMemory, processorTime: most))
        // The system counts in steps, and ends a program a little early.
        left -= run.end == .tooLong ? max(most, run.processorTime) : run.processorTime
        return (run.end, run.output)
    }
}

/// The facts that `pdfinfo` gives about a PDF.
struct PDFSummary {
    /// At least 0, as the file claims it.
    let pages: Int
    /// In points of 1/72 inch, not turned, by pages from 0; without broken pages.
    let sizes: [Int: (Double, Double)]

    /// Nil if it does not give the number of pages.
    init?(_ output: [UInt8]) {
        let lines = output.split(separator: ASCII.newline)
        // A title may have lines like these, and comes first.
        guard let start = lines.lastIndex(where: { $0.starts(with: "Pages:".utf8) }),
            let pages = lines[start].split(separator: ASCII.space).last.flatMap({ Int($0.numeral) }), pages >= 0
        else { return nil }
        var sizes: [Int: (Double, Double)] = [:]
        // `Page    1 size:  595 x 842 pts (A4)`
        for line in lines[(start + 1)...] {
            let words = line.split(separator: ASCII.space, maxSplits: 6)
            guard words.count >= 6, words[0].elementsEqual("Page".utf8), words[2].elementsEqual("size:".utf8),
                words[4].elementsEqual("x".utf8), let page = Int(words[1].numeral),
                let width = Double(words[3].numeral), let height = Double(words[5].numeral)
            else { continue }
            sizes[page - 1] = (width, height)
        }
        (self.pages, self.sizes) = (pages, sizes)
    }
}

extension ArraySlice<UInt8> {
    /// A text to make a number of.
    var numeral: String { String(decoding: self, as: UTF8.self) }
}
