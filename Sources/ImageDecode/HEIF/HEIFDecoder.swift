#if HEIF
    import CHEIF
    public import TOTPDomain

    /// HEIC and AVIF over libheif: the primary picture, turned upright as the file says.
    ///
    /// A damaged file gives nothing: libheif decodes all or none.
    public struct HEIFDecoder: ImageDecoder {
        private let limits: ImageLimits

        public init(limits: ImageLimits = ImageLimits()) { self.limits = limits }

        public var kinds: Set<SourceContent.ImageKind> { [.heif, .avif] }

        public func decode(_ bytes: [UInt8], over background: ImageBackground) throws(SourceError) -> DecodedImage {
            guard bytes.dropFirst(4).starts(with: "ftyp".utf8) else {
                throw SourceError(.notAnImage, "not a HEIC or AVIF picture")
            }
            let isAVIF = SourceContent(bytes).kind == .image(.avif)
            let library = PictureLibrary(
                name: isAVIF ? "AVIF" : "HEIC", limits: limits, readHeader: cheif_read_header,
                readLuma: cheif_read_luma)
            let header = try library.header(bytes)
            var image = try library.decode(bytes, header, over: background)
            if header.pictures > 1 {
                image.omission = "one of \(header.pictures) pictures in the file: only the main one was read"
            }
            return image
        }
    }
#endif
