import FixtureSupport
import TOTPDomain
import Testing

@testable import ImageDecode

/// Pages whose size cannot be drawn, and files that cannot be opened.
@Suite(.enabled(if: ExternalProgram.drawsPDF, "pdftoppm is missing"))
struct PDFPageSizeTests {
    /// The last one, in dots an inch at which its longer side has a thousand pixels, is beyond all numbers.
    @Test(arguments: ["0 0 0.5 0.5", "0 0 0.\(String(repeating: "0", count: 307))1 0.5"])
    func aPageBelowAPointIsRefused(box: String) throws {
        let pages = try PDFDecoder().pages(of: PDFFile.make([box]))
        let failure = #expect(throws: SourceError.self) { try pages.decode(page: 0, over: .white) }
        #expect(failure?.code == .imageDamaged)
    }

    @Test("A page that is tiny in both directions is refused")
    func tinyInBothDirections() throws {
        let side = "0.\(String(repeating: "0", count: 307))1"
        let pages = try PDFDecoder().pages(of: PDFFile.make(["0 0 \(side) \(side)"]))
        #expect(throws: SourceError.self) { try pages.decode(page: 0, over: .white) }
    }

    @Test func aPageOfOnePointIsDrawn() throws {
        let pages = try PDFDecoder().pages(of: PDFFile.make(["0 0 1 1"]))
        let image = try pages.decode(page: 0, over: .white)
        #expect(image.luma.width == 1000 && image.luma.height == 1000)
    }

    /// The last page is not in the file.
    @Test func eachPageHasItsOwnSize() throws {
        let pages = try PDFDecoder().pages(of: PDFFile.make(["0 0 144 72", "0 0 72 144", nil]))
        #expect(pages.count == 3)
        let first = try pages.decode(page: 0, over: .white).luma, second = try pages.decode(page: 1, over: .white).luma
        #expect(first.width == 1000 && first.height == 500 && second.width == 500 && second.height == 1000)
        #expect(first.pixels.allSatisfy { $0 == 255 })
        let failure = #expect(throws: SourceError.self) { try pages.decode(page: 2, over: .white) }
        #expect(failure?.code == .imageDamaged)
    }

    /// pdfinfo has one exit status for both.
    @Test func aLockedFileIsNotCalledDamaged() throws {
        let key = "<\(String(repeating: "00", count: 32))>"
        let lock = "/Encrypt<</Filter/Standard/V 1/R 2/P -4/O\(key)/U\(key)>>/ID[<00><00>]"
        let locked = PDFFile.make(["0 0 9 9"], trailer: lock)
        let failure = #expect(throws: SourceError.self) { try PDFDecoder().pages(of: locked) }
        #expect(failure?.code == .unsupportedImage)
        #expect(failure?.message == "the PDF is locked with a password; save a copy without one")
        let damaged = #expect(throws: SourceError.self) { try PDFDecoder().pages(of: Array("%PDF-1.4\n".utf8)) }
        #expect(damaged?.code == .imageDamaged)
    }
}
