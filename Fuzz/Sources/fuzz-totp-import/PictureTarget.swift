@testable import ImageDecode
@testable import ImportPipeline
import Images
import TOTPDomain

/// One kind of picture: all pages, in at most a million pixels each. A build without the kind's library looks at
/// nothing.
enum PictureTarget {
    /// All but those that other programs draw.
    static let kinds = SourceContent.ImageKind.allCases.filter { $0 != .pdf && $0.fileKind == nil }

    static func target(_ kind: SourceContent.ImageKind) -> FuzzTarget {
        FuzzTarget("image-\(kind)") { bytes in
            var limits = ImageLimits()
            (limits.pixels, limits.pages, limits.frames) = (1 << 20, 4, 4)
            guard let decoder = ImageDecoders.all(limits: limits).first(where: { $0.kinds.contains(kind) }) else {
                fatalError("broken promise: every kind has a decoder")
            }
            _ = decoder.besides(bytes)
            do throws(SourceError) {
                let pages = try decoder.pages(of: bytes)
                require(1...limits.pages ~= pages.count, "a picture has a page, and not too many")
                for page in 0..<pages.count { try read(pages, page, limits) }
            } catch {
                DocumentPromises.check(message: error.message)
            }
            if kind == .png { compare(bytes, PNGDecoder(limits: limits)) }
            if kind == .jpeg { compare(bytes, JPEGDecoder(limits: limits)) }
        }
    }

    private static func read(_ pages: any ImagePages, _ page: Int, _ limits: ImageLimits) throws(SourceError) {
        let image = try pages.decode(page: page, over: .black)
        let (width, height) = (image.luma.width, image.luma.height)
        require(width > 0 && height > 0 && max(width, height) <= limits.side, "a side is within its limit")
        require(width * height <= limits.pixels, "a picture is within its limit")
        require(image.luma.pixels.count == width * height, "a picture has all its pixels")
        if let damage = image.damage { DocumentPromises.check(message: damage) }
        if let color = pages.color(page: page, over: .white) {
            require(color.pixels.count == 3 * color.width * color.height, "a picture in color has all its pixels")
        }
    }

    /// Bands have the rows of the whole picture.
    private static func compare(_ bytes: [UInt8], _ decoder: JPEGDecoder) {
        _ = try? decoder.largeImage(bytes)
        guard ExifOrientation.ofJPEG(bytes) == 1,
            let whole = try? decoder.decode(bytes, over: .white)
        else { return }
        let (width, height) = (whole.luma.width, whole.luma.height)
        let bands = JPEGBands(bytes, width: width, height: height, orientation: 1, bandRows: 48, overlap: 16)
        var pixels: [UInt8] = []
        while let band = bands.nextBand() {
            pixels.removeLast(pixels.count - band.top * width)
            pixels += band.luma.pixels
        }
        if let damage = bands.damage { DocumentPromises.check(message: damage) }
        let isSame = pixels == whole.luma.pixels
        require(isSame || whole.damage != nil || bands.damage != nil, "bands have the rows of the whole picture")
        for orientation: UInt32 in 1...8 {
            let turned = JPEGBands(
                bytes, width: width, height: height, orientation: orientation, bandRows: 48, overlap: 16)
            _ = turned.upright(.init(x: 1, y: 2))
        }
    }

    /// The fast path and libpng see the same pixels.
    private static func compare(_ bytes: [UInt8], _ decoder: PNGDecoder) {
        guard let reference = try? decoder.decodeWithLibPNG(bytes, over: .white), reference.damage == nil,
            let fast = FastPNG.decode(bytes, over: .white)
        else { return }
        require(fast.luma == reference.luma, "the fast path sees what libpng sees")
        require(fast.hasTransparency == reference.hasTransparency, "the fast path sees transparency where libpng does")
    }
}
