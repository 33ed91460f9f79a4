import CPNG
import CPNGRows
import Encodings
public import TOTPDomain

/// PNG of every colour type and bit depth, palettes, tRNS, 16 bit, Adam7: the usual kinds by ``FastPNG``, all others by
/// libpng.
///
/// A damaged file gives what its rows up to the damage hold; the rest stays white.
public struct PNGDecoder: ImageDecoder {
    private let limits: ImageLimits

    public init(limits: ImageLimits = ImageLimits()) { self.limits = limits }

    public var kinds: Set<SourceContent.ImageKind> { [.png] }

    public func decode(_ bytes: [UInt8], over background: ImageBackground) throws(SourceError) -> DecodedImage {
        guard bytes.starts(with: Self.signature) else { throw SourceError(.notAnImage, "not a PNG picture") }
        try limits.check(size: Self.claimedSize(bytes))
        if let image = FastPNG.decode(bytes, over: background) { return image }
        return try decodeWithLibPNG(bytes, over: background)
    }

    /// Gives the room that is kept for the next pictures back to the system, for who needs memory for something else.
    public static func releaseKeptMemory() {
        cpngbuffer_release()
        LumaRoom.kept.release()
    }

    public func recycle(_ image: consuming DecodedImage) { LumaRoom.kept.giveBack(image.luma.pixels) }

    /// The reference: every kind, row by row, damage included.
    func decodeWithLibPNG(
        _ bytes: [UInt8], over background: ImageBackground
    ) throws(SourceError) -> DecodedImage {
        var header = cpng_header()
        guard cpng_read_header(bytes, bytes.count, UInt32(limits.side), &header) else {
            throw SourceError(.imageDamaged, "the PNG picture is damaged before its first row; take it again")
        }
        let (width, height) = (Int(header.width), Int(header.height))
        try limits.check(size: (width, height))

        var result = cpng_result()
        var luma = [UInt8](repeating: 255, count: width * height)
        func read(_ bytes: [UInt8], ignoringChecksums: Bool) -> Bool {
            cpng_read_luma(
                bytes, bytes.count, UInt32(limits.side), background == .white ? 255 : 0, ignoringChecksums,
                &luma, luma.count, &result)
        }
        var hasPixels = read(bytes, ignoringChecksums: false)
        var damage = result.is_damaged ? Self.message(result) : nil
        if damage != nil {
            // Once more, for the rows that libpng holds back when the data ends early or its sum is wrong.
            luma.withUnsafeMutableBytes { _ = $0.initializeMemory(as: UInt8.self, repeating: 255) }
            hasPixels = read(PNGChunks.closingLast(bytes), ignoringChecksums: true)
        }
        guard hasPixels, let image = LumaImage(width: width, height: height, pixels: luma) else {
            throw SourceError(
                .imageDamaged, "no row of the PNG picture can be read (\(damage ?? "")); take it again")
        }
        damage = damage.map { "damaged, read \(result.rows) of \(height) rows (\($0))" }
        return DecodedImage(luma: image, damage: damage, hasTransparency: result.has_transparency)
    }

    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// The size that the header claims, before libpng sees it: a bomb gets its own message.
    private static func claimedSize(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
        guard bytes.count >= 24, Array(bytes[12..<16]) == Array("IHDR".utf8) else { return nil }
        func number(at offset: Int) -> Int { bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) } }
        return (number(at: 16), number(at: 20))
    }

    private static func message(_ result: cpng_result) -> String {
        withUnsafeBytes(of: result.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            .printable(limit: 100)
    }
}
