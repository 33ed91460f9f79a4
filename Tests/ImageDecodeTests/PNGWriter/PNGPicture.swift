/// A picture and the way in which it is written as PNG: every color type and bit depth, with and without Adam7.
struct PNGPicture {
    enum ColorType: UInt8, CaseIterable {
        case gray = 0
        case rgb = 2
        case palette = 3
        case grayAlpha = 4
        case rgba = 6

        /// Samples of a pixel.
        var channels: Int {
            switch self {
            case .gray, .palette: 1
            case .grayAlpha: 2
            case .rgb: 3
            case .rgba: 4
            }
        }

        var bitDepths: [Int] {
            switch self {
            case .gray: [1, 2, 4, 8, 16]
            case .palette: [1, 2, 4, 8]
            case .rgb, .grayAlpha, .rgba: [8, 16]
            }
        }
    }

    var width: Int
    var height: Int
    var colorType = ColorType.gray
    var bitDepth = 8
    /// Row after row, the channels of a pixel together, each in the range of the bit depth.
    var samples: [Int]
    var isInterlaced = false
    /// The filters of the rows, used in turn: 0 none, 1 left, 2 above, 3 average, 4 Paeth.
    var filters: [UInt8] = [0]
    /// Three bytes an entry.
    var palette: [UInt8] = []
    /// The content of tRNS: alphas of the palette, or the samples of the one transparent color, two bytes each.
    var transparency: [UInt8] = []

    /// The image as chunks, with all pixels in one IDAT of stored blocks, without compression.
    var chunks: [PNGChunk] {
        var chunks = [PNGChunk(type: "IHDR", body: header)]
        if !palette.isEmpty { chunks.append(PNGChunk(type: "PLTE", body: palette)) }
        if !transparency.isEmpty { chunks.append(PNGChunk(type: "tRNS", body: transparency)) }
        return chunks + [PNGChunk(type: "IDAT", body: stored(scanlines)), PNGChunk(type: "IEND", body: [])]
    }

    var file: [UInt8] { chunks.file }

    private var header: [UInt8] {
        UInt32(width).bigEndianBytes + UInt32(height).bigEndianBytes
            + [UInt8(bitDepth), colorType.rawValue, 0, 0, isInterlaced ? 1 : 0]
    }

    func pixel(_ x: Int, _ y: Int) -> ArraySlice<Int> {
        let start = (y * width + x) * colorType.channels
        return samples[start..<(start + colorType.channels)]
    }
}

/// A zlib stream (RFC 1950) of stored blocks (RFC 1951, section 3.2.4).
func stored(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var rest = bytes[...]
    repeat {
        let block = rest.prefix(65_535)
        rest = rest.dropFirst(block.count)
        stream.append(rest.isEmpty ? 1 : 0)
        stream += UInt16(block.count).littleEndianBytes + (~UInt16(block.count)).littleEndianBytes + block
    } while !rest.isEmpty
    return stream + Checksum.adler32(bytes).bigEndianBytes
}
