#if HEIF
    import Encodings

    /// The video in a HEIC or AVIF file that is a sequence, ISO/IEC 23008-12, 7.
    enum ImageSequence {
        /// The frames of the longest track of images; 0 for a file without such a track.
        static func frameCount(_ bytes: [UInt8]) -> Int {
            let tables = ["moov", "trak", "mdia", "minf", "stbl", "stsz"].reduce([0..<bytes.count]) { parts, name in
                parts.flatMap { MovieIndex.boxes(of: bytes, $0) }.filter { $0.name.elementsEqual(name.utf8) }
                    .map { $0.content..<$0.end }
            }
            // Version and flags, one size for all, then their number.
            let counts = tables.compactMap { bytes.integer(UInt32.self, at: $0.lowerBound + 8, .big) }
            return counts.max().map(Int.init) ?? 0
        }
    }
#endif
