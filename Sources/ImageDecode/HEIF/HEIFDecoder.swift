#if HEIF
    import CPictures
    import TOTPDomain

    /// HEIC and AVIF over libheif: the primary image, turned upright as the file says.
    ///
    /// Reads nothing from a damaged file, because libheif decodes either the whole image or none of it.
    package struct HEIFDecoder: ImageDecoder {
        private let limits: ImageLimits

        package init(limits: ImageLimits = ImageLimits()) { self.limits = limits }

        package var kinds: Set<SourceContent.ImageKind> { [.heif, .avif] }

        package func decode(_ bytes: [UInt8], over background: ImageBackground) throws(SourceError) -> DecodedImage {
            guard bytes.dropFirst(4).starts(with: "ftyp".utf8) else {
                throw SourceError(.notAnImage, "not a HEIC or AVIF image")
            }
            let isAVIF = SourceContent(bytes).kind == .image(.avif)
            guard ImageLibraries.heif != "" else {
                throw SourceError(
                    .unsupportedImage,
                    "\(isAVIF ? "an AVIF" : "a HEIC") image: libheif cannot be loaded",
                    "install libheif1, or save it as PNG"
                )
            }
            let library = PictureLibrary(cpictures_heif, name: isAVIF ? "AVIF" : "HEIC", limits: limits)
            let header = try library.header(bytes)
            var image = try library.decode(bytes, header, over: background)
            if header.pictures > 1 {
                image.omission = "one of \(header.pictures) images in the file: only the main one was read"
            }
            return image
        }

        package func color(_ bytes: [UInt8], over background: ImageBackground) -> RGBImage? {
            PictureLibrary(cpictures_heif, name: "HEIC", limits: limits).color(bytes, over: background)
        }
    }
#endif
