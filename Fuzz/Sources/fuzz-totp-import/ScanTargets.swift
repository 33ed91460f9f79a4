import ImageDecode
import Images
import QRDraw
@testable import QRScan

/// Pictures of codes, and what several codes make up together.
enum ScanTargets {
    /// The first two bytes are the size, the rest the pixels, over and over.
    static func scan(_ bytes: [UInt8]) {
        guard bytes.count > 3 else { return }
        let width = Int(bytes[0]) + 1, height = Int(bytes[1]) + 1
        let pixels = (0..<(width * height)).map { bytes[2 + $0 % (bytes.count - 2)] }
        guard let image = LumaImage(width: width, height: height, pixels: pixels) else { return }
        let result = LadderScanner().scan(image)
        require(Set(result.payloads.map(\.bytes)).count == result.payloads.count, "each payload is given once")
        require(result.payloads.allSatisfy { !$0.corners.isEmpty }, "a payload stands somewhere")
        require(result.unread >= 0 && result.incomplete >= 0, "no count is negative")
    }

    /// The same, each pixel 4 pixels wide and high, as one image and in bands: large images are searched in another way.
    static func scanLarge(_ bytes: [UInt8]) {
        guard bytes.count > 3 else { return }
        let width = 4 * (Int(bytes[0]) + 1), height = 4 * (Int(bytes[1]) + 1), small = width / 4
        let pixels = (0..<(width * height)).map { at in
            bytes[2 + (at / width / 4 * small + at % width / 4) % (bytes.count - 2)]
        }
        guard let image = LumaImage(width: width, height: height, pixels: pixels) else { return }
        for result in [LadderScanner().scan(image), LadderScanner().scan(Bands(image))] {
            require(Set(result.payloads.map(\.bytes)).count == result.payloads.count, "each payload is given once")
            require(result.unread >= 0 && result.incomplete >= 0, "no count is negative")
        }
    }

    /// The rows of a picture in bands of 768.
    private final class Bands: LargeImage {
        let width: Int, height: Int, damage: String? = nil
        private let pixels: [UInt8]
        private var top = 0

        init(_ image: LumaImage) { (width, height, pixels) = (image.width, image.height, image.pixels) }

        func nextBand() -> LargeImageBand? {
            guard top < height else { return nil }
            defer { top += 768 - LargeImageBand.overlap }
            let rows = pixels[(top * width)..<(min(height, top + 768) * width)]
            return LumaImage(width: width, height: rows.count / width, pixels: Array(rows)).map {
                LargeImageBand(luma: $0, top: top)
            }
        }

        func upright(_ point: QRPayload.Point) -> QRPayload.Point { point }
    }

    /// The first two bytes are the size, then come outlines of sixteen bytes, corners far outside among them.
    static func annotate(_ bytes: [UInt8]) {
        guard bytes.count > 3 else { return }
        let width = Int(bytes[0]) + 1, height = Int(bytes[1]) + 1
        let pixels = (0..<(width * height)).map { bytes[2 + $0 % (bytes.count - 2)] }
        guard let image = LumaImage(width: width, height: height, pixels: pixels) else { return }
        var outlines: [AnnotatedPicture.Outline] = []
        var rest = bytes.dropFirst(2)
        while rest.count >= 16, outlines.count < 16 {
            let values = Array(rest.prefix(16)).map(Int.init)
            let corners = stride(from: 0, to: 4 * (values[14] % 4 + 1), by: 3).prefix(4).map { at in
                QRPayload.Point(x: (values[at] - 64) << (values[15] % 60), y: values[at + 1] - 64)
            }
            outlines.append(
                .init(corners: Array(corners), label: "\(values[13])", color: values[12] & 1 == 0 ? .green : .amber))
            rest = rest.dropFirst(16)
        }
        let picture = AnnotatedPicture(image, outlines, maximumPixels: 20_000)
        require(picture.width * picture.height <= 20_000, "a copy is within its limit")
        require(picture.pixels.count == 3 * picture.width * picture.height, "a copy has all its pixels")
        guard let png = picture.png, let decoded = try? PNGDecoder().decode(png, over: .white) else {
            return require(false, "a copy can be written and read")
        }
        require(decoded.luma.width == picture.width && decoded.damage == nil, "a copy is read as it was written")
    }

    /// Symbols, each a byte of its kind, a byte of its length, two of its place, and its bytes.
    static func structuredAppend(_ bytes: [UInt8]) {
        var symbols: [ScanSymbol] = []
        var rest = bytes[...]
        while rest.count > 4, symbols.count < 64 {
            let head = Array(rest.prefix(4))
            let x = Int(head[2]), y = Int(head[3])
            symbols.append(
                ScanSymbol(
                    bytes: Array(rest.dropFirst(4).prefix(Int(head[1]))), isComplete: head[0] & 1 == 0,
                    corners: [(x, y), (x + 9, y), (x + 9, y + 9), (x, y + 9)].map { .init(x: $0.0, y: $0.1) },
                    engine: head[0] & 2 == 0 ? .zbar : .zxing, variant: "full"))
            rest = rest.dropFirst(4 + Int(head[1]))
        }
        let whole = symbols.filter(\.isComplete), parts = symbols.filter { !$0.isComplete }
        var findings = ScanFindings()
        for symbol in symbols { findings.add(symbol) }
        let result = QRScanResult(findings)
        require(Set(result.payloads.map(\.bytes)) == Set(whole.map(\.bytes)), "whole codes are given, parts are not")
        require(result.payloads.count == Set(whole.map(\.bytes)).count, "each payload is given once")
        require(result.incomplete <= Set(parts.map(\.bytes)).count, "no more parts than there are")
        if whole.isEmpty, parts.contains(where: { $0.bytes.contains { $0 != 0 } }) {
            require(result.incomplete > 0, "a part without its set is reported")
        }
    }
}
