#if HEIF
    import Encodings

    /// The video in a HEIC or AVIF file that is a sequence, ISO/IEC 23008-12, 7.
    enum ImageSequence {
        /// The frames of the longest track of images; 0 for a file without such a track.
        static func frameCount(_ bytes: [UInt8]) -> Int {
            var count = 0
            for movie in boxes("moov", in: 0..<bytes.count, of: bytes) {
                for track in boxes("trak", in: movie, of: bytes) {
                    var parts = [track]
                    for name in ["mdia", "minf", "stbl", "stsz"] {
                        parts = parts.flatMap { boxes(name, in: $0, of: bytes) }
                    }
                    // Version and flags, one size for all, then their number.
                    for sizes in parts {
                        count = max(
                            count, bytes.integer(UInt32.self, at: sizes.lowerBound + 8, .big).map(Int.init) ?? 0)
                    }
                }
            }
            return count
        }

        /// The contents of the boxes of a type.
        private static func boxes(_ type: String, in range: Range<Int>, of bytes: [UInt8]) -> [Range<Int>] {
            var found: [Range<Int>] = [], position = range.lowerBound
            while position + 8 <= range.upperBound,
                var length = bytes.integer(UInt32.self, at: position, .big).map(Int.init)
            {
                var start = position + 8
                if length == 1 {
                    guard let long = bytes.integer(UInt64.self, at: start, .big), long <= UInt64(bytes.count) else {
                        break
                    }
                    (length, start) = (Int(long), start + 8)
                }
                let end = length == 0 ? range.upperBound : min(range.upperBound, position + length)
                guard end >= start else { break }
                if bytes[(position + 4)..<(position + 8)].elementsEqual(type.utf8) { found.append(start..<end) }
                position = end
            }
            return found
        }
    }
#endif
