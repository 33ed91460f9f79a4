import CPictures
import Encodings
import Images
import TOTPDomain

/// JPEG, baseline and progressive, gray, color and CMYK, over libjpeg: only its luma is decoded, except to show it.
///
/// Turned upright as EXIF says. A damaged file gives the rows before the damage; the rest stays white.
package struct JPEGDecoder: ImageDecoder {
    private let library: PictureLibrary

    package init(limits: ImageLimits = ImageLimits()) {
        library = PictureLibrary(cpictures_jpeg, name: "JPEG", limits: limits)
    }

    package var kinds: Set<SourceContent.ImageKind> { [.jpeg] }

    package func besides(_ bytes: [UInt8]) -> BesideImages? { .ofJPEG(bytes) }

    package func decode(_ bytes: [UInt8], over background: ImageBackground) throws(SourceError) -> DecodedImage {
        let header = try header(bytes)
        var image = try library.decode(bytes, header, orientation: ExifOrientation.ofJPEG(bytes), over: background)
        // The rows of a progressive image are there from its first scan on.
        image.hasAllRows = false
        return image
    }

    /// All images of the file, apart from thumbnails and gain maps.
    package func pages(of bytes: [UInt8]) throws(SourceError) -> any ImagePages {
        let (further, others) = MultiPicture.further(bytes)
        guard further.count + others > 0 else { return OnlyImage(decoder: self, bytes: bytes) }
        let (count, rest) = library.limits.frames(of: 1 + further.count + others)
        return Pictures(decoder: self, bytes: bytes, further: further, count: min(count, 1 + further.count), rest: rest)
    }

    private struct Pictures: ImagePages {
        let decoder: JPEGDecoder
        let bytes: [UInt8]
        let further: [Range<Int>]
        let count: Int
        let rest: (total: Int, reason: SourceError)?
        let name = "picture"

        private func file(_ page: Int) -> [UInt8] { page == 0 ? bytes : Array(bytes[further[page - 1]]) }

        func decode(page: Int, over background: ImageBackground) throws(SourceError) -> DecodedImage {
            try decoder.decode(file(page), over: background)
        }

        func color(page: Int, over background: ImageBackground) -> RGBImage? {
            decoder.color(file(page), over: background)
        }
    }

    package func color(_ bytes: [UInt8], over background: ImageBackground) -> RGBImage? {
        library.color(bytes, orientation: ExifOrientation.ofJPEG(bytes), over: background)
    }

    /// Pixels of the largest image that is decoded as a whole. Larger images come in bands: 48 megapixels would take 46
    /// MiB per worker.
    static let wholePixels = 25_000_000

    package func largeImage(_ bytes: [UInt8]) throws(SourceError) -> (any LargeImage)? {
        let header = try header(bytes)
        let width = Int(header.width), height = Int(header.height), overlap = LargeImageBand.overlap
        guard width * height > Self.wholePixels, MultiPicture.further(bytes).pictures.isEmpty else { return nil }
        // A band has about 8 megapixels, but some new rows however long they are.
        return JPEGBands(
            bytes, width: width, height: height, orientation: ExifOrientation.ofJPEG(bytes),
            bandRows: min(1536, max(overlap + 64, 8_300_000 / width)), overlap: overlap)
    }

    private func header(_ bytes: [UInt8]) throws(SourceError) -> cpictures_header {
        guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { throw SourceError(.notAnImage, "not a JPEG image") }
        return try library.header(bytes)
    }
}

/// A JPEG image of many megapixels, decoded band by band.
final class JPEGBands: LargeImage {
    let width, height: Int
    private let orientation: UInt32
    private let bytes: [UInt8]
    private var rows: OpaquePointer?
    /// The rows at the end of the last band, which the next one repeats.
    private var repeated: [UInt8] = []
    private var nextRow = 0
    private(set) var damage: String?

    private let bandRows: Int
    private let overlap: Int

    /// - Parameters:
    ///   - orientation: 1 to 8 as in EXIF.
    ///   - bandRows: rows of a band, including the repeated rows.
    ///   - overlap: rows that a band repeats.
    init(_ bytes: [UInt8], width: Int, height: Int, orientation: UInt32, bandRows: Int, overlap: Int) {
        (self.bandRows, self.overlap) = (bandRows, overlap)
        (self.width, self.height, self.orientation) = (width, height, orientation)
        self.bytes = bytes
        rows = cpictures_jpeg_open(bytes, bytes.count)
        if rows == nil { damage = "not readable: not enough memory" }
    }

    deinit { close() }

    func nextBand() -> LargeImageBand? {
        guard let rows, nextRow < height else {
            close()
            return nil
        }
        let kept = repeated.count / width
        var pixels = repeated
        let wanted = min(bandRows - kept, height - nextRow)
        pixels.reserveCapacity((kept + wanted) * width)
        pixels.append(contentsOf: repeatElement(255, count: wanted * width))
        let read = pixels.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.map { Int(cpictures_jpeg_read(rows, bytes, $0 + kept * width, UInt32(wanted))) } ?? 0
        }
        let top = nextRow - kept
        nextRow = read < wanted ? height : nextRow + read
        pixels.removeLast((wanted - read) * width)
        repeated = nextRow < height ? Array(pixels.suffix(overlap * width)) : []
        guard read > 0, let luma = LumaImage(width: width, height: kept + read, pixels: pixels) else {
            close()
            return nil
        }
        return LargeImageBand(luma: luma, top: top)
    }

    private func close() {
        guard let rows else { return }
        var result = cpictures_result()
        cpictures_jpeg_close(rows, &result)
        self.rows = nil
        repeated = []
        if result.is_damaged {
            damage = "damaged, read \(result.rows) of \(height) rows\(PictureLibrary.words(result.message))"
        }
    }

    func upright(_ point: QRPayload.Point) -> QRPayload.Point {
        let (x, y) = (point.x, point.y)
        return switch orientation {
        case 2: .init(x: width - x, y: y)
        case 3: .init(x: width - x, y: height - y)
        case 4: .init(x: x, y: height - y)
        case 5: .init(x: y, y: x)
        case 6: .init(x: height - y, y: x)
        case 7: .init(x: height - y, y: width - x)
        case 8: .init(x: y, y: width - x)
        default: point
        }
    }
}
