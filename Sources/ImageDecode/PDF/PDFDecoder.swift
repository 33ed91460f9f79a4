#if PDF
    import CPictures
    import TOTPDomain

    /// Pages of a PDF, each drawn as an image by poppler.
    ///
    /// At 300 dots per inch a code of 2 cm has more than 3 pixels per module up to version 11. Large pages are drawn
    /// at a lower resolution, small ones at a higher one, so that the longer side has 1,000 to 4,000 pixels.
    package struct PDFDecoder: ImageDecoder {
        private let limits: ImageLimits

        package init(limits: ImageLimits = ImageLimits()) { self.limits = limits }

        package var kinds: Set<SourceContent.ImageKind> { [.pdf] }

        package func decode(_ bytes: [UInt8], over background: ImageBackground) throws(SourceError) -> DecodedImage {
            try pages(of: bytes).decode(page: 0, over: background)
        }

        package func pages(of bytes: [UInt8]) throws(SourceError) -> any ImagePages {
            guard bytes.starts(with: "%PDF-".utf8) else { throw SourceError(.notAnImage, "not a PDF") }
            let document = try PDFDocument(bytes, limits: limits)
            guard document.count > 0 else {
                throw SourceError(.imageDamaged, "the PDF has no page", "save it again")
            }
            try limits.check(pages: document.count)
            return document
        }
    }

    /// An open document; the only owner of poppler's handle.
    private final class PDFDocument: ImagePages {
        private let handle: OpaquePointer
        private let limits: ImageLimits
        let count: Int

        init(_ bytes: [UInt8], limits: ImageLimits) throws(SourceError) {
            var opened: OpaquePointer?
            let outcome = cpictures_pdf_open(bytes, bytes.count, &opened)
            guard let opened else {
                throw outcome == cpictures_pdf_locked
                    ? SourceError(.unsupportedImage, "the PDF is locked with a password", "save a copy without one")
                    : SourceError(.imageDamaged, "the PDF is damaged and cannot be opened", "save it again")
            }
            handle = opened
            count = Int(cpictures_pdf_pages(opened))
            self.limits = limits
        }

        deinit { cpictures_pdf_close(handle) }

        func decode(page: Int, over background: ImageBackground) throws(SourceError) -> DecodedImage {
            var (points, lines) = (0.0, 0.0)
            // Less than a point, a third of a millimeter, is not a page, and never finishes drawing.
            guard cpictures_pdf_page_size(handle, UInt32(page), &points, &lines), points.isFinite, lines.isFinite,
                min(points, lines) > 0, max(points, lines) >= 1
            else { throw SourceError(.imageDamaged, "the page has no size", "save the PDF again") }
            let longer = max(points, lines)
            let dotsPerPoint = min(max(300.0 / 72, 1000 / longer), 4000 / longer)
            let width = max(1, Int((points * dotsPerPoint).rounded(.up)))
            let height = max(1, Int((lines * dotsPerPoint).rounded(.up)))
            try limits.check(size: (width, height))
            var luma = [UInt8](repeating: 255, count: width * height)
            let isDrawn = cpictures_pdf_draw(
                handle, UInt32(page), 72 * dotsPerPoint, UInt32(width), UInt32(height), &luma)
            guard isDrawn, let image = LumaImage(width: width, height: height, pixels: luma) else {
                throw SourceError(.imageDamaged, "the page cannot be drawn", "save the PDF again")
            }
            return DecodedImage(luma: image)
        }
    }
#endif
