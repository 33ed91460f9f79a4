#if GIF
    import CPictures
    import TOTPDomain

    /// GIF over giflib; of an animation, the first frame.
    ///
    /// A damaged file gives the rows before the damage; the rest stays white.
    package struct GIFDecoder: ImageDecoder {
        private let library: PictureLibrary

        package init(limits: ImageLimits = ImageLimits()) {
            library = PictureLibrary(cpictures_gif, name: "GIF", limits: limits)
        }

        package var kinds: Set<SourceContent.ImageKind> { [.gif] }

        package func decode(_ bytes: [UInt8], over background: ImageBackground) throws(SourceError) -> DecodedImage {
            guard bytes.starts(with: "GIF8".utf8) else { throw SourceError(.notAnImage, "not a GIF image") }
            let header = try library.header(bytes)
            var image = try library.decode(bytes, header, over: background)
            if header.pictures > 1 { image.omission = "an animation: only its first frame was read" }
            return image
        }
    }
#endif
