import Encodings
import Images
import Synchronization

/// A small drawing of an image in which no QR code can be read, and where its QR codes are: for people.
package struct SourcePicture: Sendable {
    /// The page, from 1; nil if the file has one image.
    package var page: Int?
    /// The size of the image, in pixels.
    package var width: Int
    package var height: Int
    package var drawing: LumaImage
    /// In reading order.
    package var codes: [Code] = []
    /// The number of QR codes that were found but not read.
    package var unread: Int
    /// Their corner points, as far as they are known.
    package var unreadPlaces: [[QRPayload.Point]] = []

    package struct Code: Sendable {
        /// Top left, top right, bottom right, bottom left, in pixels of the image.
        package var corners: [QRPayload.Point]
        /// Its entries among the source's entries; empty for a code that is not an account.
        package var entries: Range<Int>
    }
}

extension [QRPayload.Point] {
    package var json: OrderedJSON { .array(map { .array([.integer($0.x), .integer($0.y)]) }) }
}

/// Draws images small, without readable QR codes.
final class PictureDrawer: Sendable {
    private let scanner: any QRCodeScanner
    private let count = Atomic(0)

    /// The number of pixels of the longer side, if the image has no QR codes, or all of them are covered.
    private static let usualSide = 96
    /// The number of pixels of the longer side otherwise: the smallest QR code has 29 modules with its quiet zone, so
    /// every pixel shows more than one of them.
    static let safeSide = 20

    init(scanner: any QRCodeScanner) { self.scanner = scanner }

    /// - Returns: nil after ``Limit/drawnImages``: more would fill the memory, and are too many to look at.
    func draw(_ image: LumaImage, _ scan: QRScanResult) -> SourcePicture? {
        guard count.add(1, ordering: .relaxed).newValue <= Limit.drawnImages else { return nil }
        var drawing: LumaImage?
        // A QR code that was not read could be readable for another program, or after a repair.
        if !scan.payloads.isEmpty, scan.payloads.count <= Limit.coveredCodes, scan.unread + scan.incomplete == 0 {
            var covered = image.reduced(to: Self.usualSide)
            for payload in scan.payloads {
                covered.cover(payload.corners, scale: Double(covered.width) / Double(image.width))
            }
            let left = scanner.scan(covered)
            if left.payloads.isEmpty, left.unread + left.incomplete == 0 { drawing = covered }
        }
        return SourcePicture(
            width: image.width, height: image.height, drawing: drawing ?? image.reduced(to: Self.safeSide),
            unread: scan.unread + scan.incomplete, unreadPlaces: scan.unreadPlaces)
    }
}

extension LumaImage {
    /// The image with at most this many pixels per side: each the mean of some of the pixels that it shows.
    func reduced(to side: Int) -> LumaImage {
        let longer = Swift.max(width, height)
        let (columns, rows) =
            longer <= side
            ? (width, height) : (Swift.max(1, width * side / longer), Swift.max(1, height * side / longer))
        var pixels: [UInt8] = []
        pixels.reserveCapacity(columns * rows)
        let places = (0..<columns).map { Self.places(of: $0, among: columns, of: width) }
        for row in 0..<rows {
            let lines = Self.places(of: row, among: rows, of: height)
            let sums = columnSums(lines)
            for place in places {
                let sum = place.reduce(0) { $0 + Int(sums[$1]) }
                pixels.append(UInt8(clamping: sum / Swift.max(1, lines.count * place.count)))
            }
        }
        return LumaImage(width: columns, height: rows, pixels: pixels) ?? self
    }

    /// Rows or columns that a row or column of the drawing shows: 4 to 7 if possible, evenly distributed. All of them
    /// would take a tenth of the time that it takes to read the image.
    private static func places(of index: Int, among count: Int, of length: Int) -> [Int] {
        let (start, end) = (index * length / count, (index + 1) * length / count)
        return Array(stride(from: start, to: end, by: Swift.max(1, (end - start) / 4)))
    }

    /// The sum of each column over some rows. In 16 bits, the compiler adds many pixels at once.
    private func columnSums(_ rows: [Int]) -> [UInt16] {
        [UInt16](unsafeUninitializedCapacity: width) { sums, count in
            count = width
            sums.initialize(repeating: 0)
            pixels.withUnsafeBufferPointer { all in
                for y in rows {
                    let line = UnsafeBufferPointer(rebasing: all[y * width..<(y + 1) * width])
                    for x in 0..<Swift.min(line.count, sums.count) { sums[x] &+= UInt16(line[x]) }
                }
            }
        }
    }

    /// Fills the area of a QR code, and a little around it, with gray.
    fileprivate mutating func cover(_ corners: [QRPayload.Point], scale: Double) {
        guard corners.count == 4 else { return }
        let points = corners.map { (x: Double($0.x) * scale, y: Double($0.y) * scale) }
        let center = (x: points.map(\.x).reduce(0, +) / 4, y: points.map(\.y).reduce(0, +) / 4)
        let outline = points.map { point in
            (x: center.x + (point.x - center.x) * 1.15, y: center.y + (point.y - center.y) * 1.15)
        }
        for y in 0..<height {
            for x in 0..<width {
                let (px, py) = (Double(x) + 0.5, Double(y) + 0.5)
                var isInside = false
                for index in 0..<4 {
                    let (a, b) = (outline[index], outline[(index + 1) % 4])
                    if (a.y > py) != (b.y > py), px < (b.x - a.x) * (py - a.y) / (b.y - a.y) + a.x { isInside.toggle() }
                }
                if isInside { pixels[y * width + x] = 0xC0 }
            }
        }
    }
}
