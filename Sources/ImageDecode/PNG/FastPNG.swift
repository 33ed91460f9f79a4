import CDeflate
import CPictures
import Encodings
import Images

/// Decodes the usual kinds of PNG: inflates all pixels at once, unfilters them in place, and converts them to luma.
///
/// It takes a fifth to a third of libpng's time and gives the same luma, byte for byte. Rare kinds and damaged files
/// are left to libpng.
enum FastPNG {
    /// Larger images go row by row through libpng, which needs no buffer for the raw pixels.
    private static let maximumRawBytes = Limit.fastPNG

    /// - Returns: nil if libpng must read the file.
    static func decode(_ bytes: [UInt8], over background: ImageBackground) -> DecodedImage? {
        guard let chunks = PNGChunks(bytes.span), chunks.width > 0, chunks.height > 0,
            let channels = channels(chunks), chunks.bitDepth <= 8
        else { return nil }
        var layout = cpictures_png_layout()
        layout.width = chunks.width
        layout.height = chunks.height
        layout.bit_depth = UInt32(chunks.bitDepth)
        layout.channels = UInt32(channels)
        layout.background = background == .white ? 255 : 0

        let rowBytes = cpictures_png_row_bytes(&layout) + 1
        guard rowBytes <= maximumRawBytes / chunks.height else { return nil }
        let rawBytes = rowBytes * chunks.height
        guard let raw = cpictures_pool_take(rawBytes + Int(CPICTURES_PNG_SLACK)) else { return nil }
        defer { cpictures_pool_recycle(raw) }
        // Until the pixels are inflated, the buffer for luma has the compressed data.
        let lumaBytes = chunks.width * chunks.height
        let dataBytes = chunks.data.count > 1 ? chunks.data.reduce(0) { $0 + $1.count } : 0
        var luma = PixelPool.shared.take(max(lumaBytes, dataBytes))
        guard inflate(chunks, of: bytes, joinedIn: &luma, into: raw, count: rawBytes) else {
            PixelPool.shared.recycle(luma)
            return nil
        }
        luma.removeLast(luma.count - lumaBytes)
        let table = lumaTable(chunks, bytes, background)
        var hasTransparency = table?.hasTransparency ?? false
        guard convert(raw, layout, table, into: &luma, &hasTransparency) else { return nil }
        if chunks.isApple, channels > 2 {
            // The rows are unfiltered now.
            restore(UnsafeMutableBufferPointer(start: raw, count: rawBytes), layout)
            guard convert(raw, layout, table, into: &luma, &hasTransparency) else { return nil }
        }
        guard let image = LumaImage(width: layout.width, height: layout.height, pixels: luma) else { return nil }
        return DecodedImage(luma: image, hasTransparency: hasTransparency)
    }

    /// Turns unfiltered rows of Apple's form into usual rows: red first, and colors as they are without alpha.
    private static func restore(_ raw: UnsafeMutableBufferPointer<UInt8>, _ layout: cpictures_png_layout) {
        var layout = layout
        let channels = Int(layout.channels)
        for row in stride(from: 0, to: raw.count, by: cpictures_png_row_bytes(&layout) + 1) {
            raw[row] = 0
            for pixel in stride(from: row + 1, to: row + 1 + layout.width * channels, by: channels) {
                raw.swapAt(pixel, pixel + 2)
                guard channels == 4, case let alpha = Int(raw[pixel + 3]), 1..<255 ~= alpha else { continue }
                for sample in pixel..<(pixel + 3) {
                    raw[sample] = UInt8(min(255, (Int(raw[sample]) * 255 + alpha / 2) / alpha))
                }
            }
        }
    }

    /// Unfilters the rows and converts them to luma.
    ///
    /// - Returns: false if a row has an unknown filter.
    private static func convert(
        _ raw: UnsafeMutablePointer<UInt8>, _ layout: cpictures_png_layout, _ table: LumaTable?,
        into luma: inout [UInt8], _ hasTransparency: inout Bool
    ) -> Bool {
        var layout = layout
        return luma.withUnsafeMutableBufferPointer { luma in
            (table?.luma ?? []).withUnsafeBufferPointer { entries in
                layout.table = table == nil ? nil : entries.baseAddress
                return cpictures_png_rows_to_luma(raw, &layout, luma.baseAddress, &hasTransparency)
            }
        }
    }

    /// Samples per pixel; nil for kinds that are not decoded here, such as gray or RGB with a transparent color.
    private static func channels(_ chunks: PNGChunks) -> Int? {
        switch (chunks.colorType, chunks.bitDepth) {
        case (0, 1), (0, 2), (0, 4), (0, 8): chunks.transparency.isEmpty ? 1 : nil
        case (2, 8): chunks.transparency.isEmpty ? 3 : nil
        case (3, 1), (3, 2), (3, 4), (3, 8): hasValidPalette(chunks) ? 1 : nil
        case (4, 8): chunks.transparency.isEmpty ? 2 : nil
        case (6, 8): chunks.transparency.isEmpty ? 4 : nil
        default: nil
        }
    }

    /// Whether the palette has complete entries, 1 to 256 of them, and at least as many as alpha values.
    private static func hasValidPalette(_ chunks: PNGChunks) -> Bool {
        let (entries, rest) = chunks.palette.count.quotientAndRemainder(dividingBy: 3)
        return rest == 0 && 1...256 ~= entries && chunks.transparency.count <= entries
    }

    // MARK: - Palettes and few shades of gray

    private typealias LumaTable = (luma: [UInt8], hasTransparency: Bool)

    /// The luma of every sample value; nil if samples are luma already, or if luma is computed from several samples.
    private static func lumaTable(_ chunks: PNGChunks, _ bytes: [UInt8], _ background: ImageBackground) -> LumaTable? {
        if chunks.colorType == 3 { return paletteTable(chunks, bytes, background) }
        guard chunks.colorType == 0, chunks.bitDepth < 8 else { return nil }
        let top = 1 << chunks.bitDepth - 1
        return ((0..<256).map { UInt8($0 % (top + 1) * 255 / top) }, false)
    }

    private static func paletteTable(
        _ chunks: PNGChunks, _ bytes: [UInt8], _ background: ImageBackground
    ) -> LumaTable {
        let colors = chunks.palette, alphas = chunks.transparency
        let background: UInt32 = background == .white ? 255 : 0
        var hasTransparency = false
        // Entries beyond the palette's end are black, as in libpng.
        let luma = (0..<256).map { index -> UInt8 in
            let at = colors.lowerBound + 3 * index
            var value: UInt8 = 0
            if at + 3 <= colors.upperBound {
                value = cpictures_luma(UInt32(bytes[at]), UInt32(bytes[at + 1]), UInt32(bytes[at + 2]))
            }
            let alpha = index < alphas.count ? bytes[alphas.lowerBound + index] : 255
            if alpha < 255 { hasTransparency = true }
            return cpictures_over(UInt32(value), UInt32(alpha), background)
        }
        return (luma, hasTransparency)
    }

    // MARK: - Inflating

    /// Fills exactly `count` bytes.
    ///
    /// - Parameter buffer: as large as all pieces, if there are several.
    /// - Returns: false if there are more or fewer, or the data is damaged.
    private static func inflate(
        _ chunks: PNGChunks, of bytes: [UInt8], joinedIn buffer: inout [UInt8],
        into raw: UnsafeMutableRawPointer?, count: Int
    ) -> Bool {
        guard let decompressor = libdeflate_alloc_decompressor() else { return false }
        defer { libdeflate_free_decompressor(decompressor) }
        func inflate(_ compressed: UnsafeRawBufferPointer) -> Bool {
            let inflate = chunks.isApple ? libdeflate_deflate_decompress : libdeflate_zlib_decompress
            return inflate(decompressor, compressed.baseAddress, compressed.count, raw, count, nil)
                == LIBDEFLATE_SUCCESS
        }
        let pieces = chunks.data
        return bytes.withUnsafeBytes { bytes in
            if pieces.count == 1 { return inflate(UnsafeRawBufferPointer(rebasing: bytes[pieces[0]])) }
            return buffer.withUnsafeMutableBytes { buffer in
                var end = 0
                for piece in pieces {
                    UnsafeMutableRawBufferPointer(rebasing: buffer[end...])
                        .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[piece]))
                    end += piece.count
                }
                return inflate(UnsafeRawBufferPointer(rebasing: buffer[..<end]))
            }
        }
    }
}
