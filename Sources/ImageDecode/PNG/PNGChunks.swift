import CDeflate
import Encodings

/// The chunks of a PNG that its pixels come from, found and checked without copying.
///
/// Anything unusual gives nil: libpng then reads the file and reports its problem.
struct PNGChunks {
    let width, height, bitDepth: Int
    let colorType: UInt8
    /// Whether it is in the form that Apple puts into apps: without the frame of zlib, blue first, and with colors that
    /// are multiplied by alpha.
    let isApple: Bool
    /// Three bytes per entry.
    private(set) var palette = 0..<0
    /// The alphas of palette entries.
    private(set) var transparency = 0..<0
    /// The compressed pixels, in pieces.
    private(set) var data: [Range<Int>] = []

    init?(_ bytes: Span<UInt8>) {
        guard let first = PNGChunk(bytes, at: 8) else { return nil }
        isApple = first.isType("CgBI", bytes)
        guard let header = isApple ? PNGChunk(bytes, at: first.end) : first, header.isType("IHDR", bytes),
            header.body.count == 13
        else { return nil }
        let start = header.body.lowerBound
        guard let width = bytes.integer(UInt32.self, at: start, .big),
            let height = bytes.integer(UInt32.self, at: start + 4, .big)
        else { return nil }
        self.width = Int(width)
        self.height = Int(height)
        bitDepth = Int(bytes[start + 8])
        colorType = bytes[start + 9]
        // Another compression or filter method, or interlacing.
        guard bytes[start + 10] == 0, bytes[start + 11] == 0, bytes[start + 12] == 0 else { return nil }

        var dataEnd = -1
        var position = header.end
        while let chunk = PNGChunk(bytes, at: position) {
            position = chunk.end
            if chunk.isType("IDAT", bytes) {
                guard data.isEmpty || chunk.start == dataEnd else { return nil }
                data.append(chunk.body)
                dataEnd = chunk.end
            } else if chunk.isType("PLTE", bytes) {
                guard data.isEmpty, palette.isEmpty, transparency.isEmpty else { return nil }
                palette = chunk.body
            } else if chunk.isType("tRNS", bytes) {
                guard data.isEmpty, transparency.isEmpty else { return nil }
                transparency = chunk.body
            } else if chunk.isType("IEND", bytes) {
                guard !data.isEmpty else { return nil }
                return
            } else if bytes[chunk.start + 4] & 0x20 == 0 {
                // An unknown critical chunk.
                return nil
            }
        }
        return nil
    }

    /// The file with its last chunk shortened to the bytes that exist, if the file ends within its pixels; if not, the
    /// file unchanged. libpng would drop such a chunk, and up to a few hundred rows with it.
    static func closingLast(_ bytes: [UInt8]) -> [UInt8] {
        let span = bytes.span
        var start = 8
        while bytes.count - start > 8, let field = span.integer(UInt32.self, at: start, .big) {
            let length = Int(field)
            if length > bytes.count - start - 12 {
                guard bytes[(start + 4)..<(start + 8)].elementsEqual("IDAT".utf8) else { return bytes }
                let body = bytes[(start + 8)..<min(bytes.count, start + 8 + length)]
                return Array(bytes[..<start]) + PNGFrames.chunk(Array("IDAT".utf8), Array(body))
            }
            start += length + 12
        }
        return bytes
    }
}

/// One chunk, its checksum verified.
private struct PNGChunk {
    /// The offset of the length field.
    let start: Int
    let body: Range<Int>

    var end: Int { body.upperBound + 4 }

    /// The chunk at an offset, or nil if it is incomplete or its checksum is wrong.
    init?(_ bytes: Span<UInt8>, at start: Int) {
        guard let field = bytes.integer(UInt32.self, at: start, .big) else { return nil }
        let length = Int(field)
        guard length <= bytes.count - start - 12 else { return nil }
        self.start = start
        body = (start + 8)..<(start + 8 + length)
        let checked = bytes.extracting((start + 4)..<body.upperBound)
        let checksum = checked.withUnsafeBytes { libdeflate_crc32(0, $0.baseAddress, $0.count) }
        guard checksum == bytes.integer(at: body.upperBound, .big) else { return nil }
    }

    func isType(_ name: StaticString, _ bytes: Span<UInt8>) -> Bool {
        name.withUTF8Buffer { name in
            for offset in 0..<4 where bytes[start + 4 + offset] != name[offset] { return false }
            return true
        }
    }
}
