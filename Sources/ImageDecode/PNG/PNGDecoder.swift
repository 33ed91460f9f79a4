import CPictures
import Encodings
import Images
import Synchronization
import TOTPDomain

/// PNG of every color type and bit depth, palettes, tRNS, 16 bit, Adam7: the usual kinds by ``FastPNG``, all others by
/// libpng. All frames of an animation.
///
/// A damaged file gives the rows before the damage; the rest stays white. In the form that Apple puts into apps, only
/// whole files are read.
package struct PNGDecoder: ImageDecoder {
    private let limits: ImageLimits

    package init(limits: ImageLimits = ImageLimits()) { self.limits = limits }

    package var kinds: Set<SourceContent.ImageKind> { [.png] }

    package func besides(_ bytes: [UInt8]) -> BesideImages? { .ofPNG(bytes) }

    package func decode(_ bytes: [UInt8], over background: ImageBackground) throws(SourceError) -> DecodedImage {
        guard bytes.starts(with: Self.signature) else { throw SourceError(.notAnImage, "not a PNG image") }
        try limits.check(size: Self.claimedSize(bytes))
        if let image = FastPNG.decode(bytes, over: background) { return image }
        guard !Self.isApple(bytes) else {
            throw SourceError(
                .imageDamaged, "a PNG of an Apple app (CgBI) that is interlaced or damaged",
                "open it on a Mac or iPhone, and save it as PNG or take a screenshot of it")
        }
        return try decodeWithLibPNG(bytes, over: background)
    }

    package func pages(of bytes: [UInt8]) throws(SourceError) -> any ImagePages {
        guard let frames = PNGFrames(bytes, most: limits.frames), frames.total > 1 || frames.isCutOff else {
            return OnlyImage(decoder: self, bytes: bytes)
        }
        return try AnimationPages(frames, of: bytes, decoder: self, limits: limits)
    }

    /// Frees the pooled buffers, when memory is needed for something else.
    package static func releaseKeptMemory() { PixelPool.shared.release() }

    package func recycle(_ image: consuming DecodedImage) { PixelPool.shared.recycle(image.luma.pixels) }

    package func color(_ bytes: [UInt8], over background: ImageBackground) -> RGBImage? {
        PictureLibrary(cpictures_png, name: "PNG", limits: limits).color(bytes, over: background)
    }

    /// Decodes every kind with libpng, row by row, including damaged files.
    func decodeWithLibPNG(_ bytes: [UInt8], over background: ImageBackground) throws(SourceError) -> DecodedImage {
        let strict = PictureLibrary(cpictures_png, name: "PNG", limits: limits)
        let header = try strict.header(bytes)
        var reading = strict.read(bytes, header, over: background)
        if reading.isDamaged {
            let words = reading.words
            reading.luma = []
            // Again, because libpng does not return the last rows if the data ends early or its checksum is wrong.
            let lenient = PictureLibrary(cpictures_png_ignoring_checksum, name: "PNG", limits: limits)
            reading = lenient.read(PNGChunks.closingLast(bytes), header, over: background)
            (reading.isDamaged, reading.words) = (true, words)
        }
        return try strict.image(reading, header)
    }

    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Whether the first chunk is the chunk of Apple's form.
    private static func isApple(_ bytes: [UInt8]) -> Bool { bytes.dropFirst(12).starts(with: "CgBI".utf8) }

    /// The size in the header, read before libpng reads it, so that a too large image gets its own message.
    private static func claimedSize(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
        let header = isApple(bytes) ? 28 : 12
        guard bytes.dropFirst(header).starts(with: "IHDR".utf8),
            let width = bytes.integer(UInt32.self, at: header + 4, .big),
            let height = bytes.integer(UInt32.self, at: header + 8, .big)
        else { return nil }
        return (Int(width), Int(height))
    }
}

/// Buffers for luma, reused across images: the kernel clears each page of fresh memory, which takes a tenth of the
/// decoding time. Buffers for raw pixels are pooled in C, outside of malloc (`cpictures_pool_take`).
final class PixelPool: Sendable {
    static let shared = PixelPool()

    private let idle = Mutex<[[UInt8]]>([])

    /// `count` bytes with undefined contents.
    func take(_ count: Int) -> [UInt8] {
        var bytes = idle.withLock { $0.popLast() } ?? []
        if bytes.capacity < count { bytes = [UInt8](unsafeUninitializedCapacity: count) { $1 = count } }
        if bytes.count > count { bytes.removeLast(bytes.count - count) }
        if bytes.count < count { bytes.append(contentsOf: repeatElement(0, count: count - bytes.count)) }
        return bytes
    }

    /// Takes a buffer back. If something else still uses it, the next image gets a copy.
    func recycle(_ bytes: consuming [UInt8]) {
        guard bytes.capacity <= Int(CPICTURES_POOL_BYTES) else { return }
        idle.withLock { [bytes] in if $0.count < Int(CPICTURES_POOL_COUNT) { $0.append(bytes) } }
    }

    /// Frees all pooled buffers, including the buffers for raw pixels.
    func release() {
        idle.withLock { $0 = [] }
        cpictures_pool_release()
    }
}
