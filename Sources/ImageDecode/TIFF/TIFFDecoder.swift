#if TIFF
    import CPictures
    import TOTPDomain

    /// TIFF of every kind that libtiff converts to colors; all pages, as scanners write them.
    ///
    /// Turned upright as the file says. Damaged strips stay white.
    package struct TIFFDecoder: ImageDecoder {
        private let library: PictureLibrary

        package init(limits: ImageLimits = ImageLimits()) {
            library = PictureLibrary(cpictures_tiff, name: "TIFF", limits: limits)
        }

        package var kinds: Set<SourceContent.ImageKind> { [.tiff] }

        package func decode(_ bytes: [UInt8], over background: ImageBackground) throws(SourceError) -> DecodedImage {
            try pages(of: bytes).decode(page: 0, over: background)
        }

        package func pages(of bytes: [UInt8]) throws(SourceError) -> any ImagePages {
            guard SourceContent(bytes).kind == .image(.tiff) else {
                throw SourceError(.notAnImage, "not a TIFF image")
            }
            let count = Int(try library.header(bytes).pictures)
            try library.limits.check(pages: count)
            return Pages(library: library, bytes: bytes, count: count)
        }

        private struct Pages: ImagePages {
            let library: PictureLibrary
            let bytes: [UInt8]
            let count: Int

            func decode(page: Int, over background: ImageBackground) throws(SourceError) -> DecodedImage {
                try library.decode(bytes, page: page, library.header(bytes, page: page), over: background)
            }
        }
    }
#endif
