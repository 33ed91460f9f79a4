#if PDF
    import TOTPDomain
    import Testing

    @testable import ImageDecode

    /// Pages whose size cannot be drawn.
    struct PDFPageSizeTests {
        /// The last one, in dots an inch at which its longer side has a thousand pixels, is beyond all numbers.
        @Test(arguments: ["0 0 0.5 0.5", "0 0 0.\(String(repeating: "0", count: 307))1 0.5"])
        func aPageBelowAPointIsRefused(box: String) throws {
            let pages = try PDFDecoder().pages(of: Self.file(mediaBox: box))
            let failure = #expect(throws: SourceError.self) { try pages.decode(page: 0, over: .white) }
            #expect(failure?.code == .imageDamaged)
        }

        @Test func tinyInBothDirections() throws {
            let side = "0.\(String(repeating: "0", count: 307))1"
            let pages = try PDFDecoder().pages(of: Self.file(mediaBox: "0 0 \(side) \(side)"))
            #expect(throws: SourceError.self) { try pages.decode(page: 0, over: .white) }
        }

        @Test func aPageOfOnePointIsDrawn() throws {
            let pages = try PDFDecoder().pages(of: Self.file(mediaBox: "0 0 1 1"))
            let image = try pages.decode(page: 0, over: .white)
            #expect(image.luma.width == 1000 && image.luma.height == 1000)
        }

        /// One page with nothing on it.
        private static func file(mediaBox: String) -> [UInt8] {
            let objects = [
                "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
                "<</Type/Page/Parent 2 0 R/MediaBox[\(mediaBox)]>>",
            ]
            var text = "%PDF-1.4\n", table = "xref\n0 4\n0000000000 65535 f \n"
            for (index, object) in objects.enumerated() {
                let offset = String(text.utf8.count)
                table += String(repeating: "0", count: 10 - offset.count) + offset + " 00000 n \n"
                text += "\(index + 1) 0 obj\(object)endobj\n"
            }
            let end = "trailer<</Size 4/Root 1 0 R>>\nstartxref\n\(text.utf8.count)\n%%EOF"
            return Array((text + table + end).utf8)
        }
    }
#endif
