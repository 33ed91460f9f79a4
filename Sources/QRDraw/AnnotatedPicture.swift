import CPictures
import Encodings
import Images

/// A copy of an image with an outline around each QR code, as PNG.
package struct AnnotatedPicture {
    /// A code to show.
    package struct Outline: Sendable, Hashable {
        /// Corner points in pixels of the image, as in ``QRPayload/corners``.
        package var corners: [QRPayload.Point]
        /// The text beside it: digits, or a question mark.
        package var label: String
        package var color: Color

        package init(corners: [QRPayload.Point], label: String, color: Color) {
            (self.corners, self.label, self.color) = (corners, label, color)
        }
    }

    package enum Color: Sendable, Hashable {
        case green, gray, amber

        fileprivate var rgb: RGB {
            switch self {
            case .green: RGB(red: 0, green: 150, blue: 60)
            case .gray: RGB(red: 110, green: 110, blue: 110)
            case .amber: RGB(red: 255, green: 160, blue: 0)
            }
        }
    }

    private var canvas: RGBCanvas
    /// Pixels of the image per pixel of the copy, across and down.
    private let shrunk: Int
    /// Half the width of an outline.
    private let reach: Int

    /// - Parameters:
    ///   - color: the same image in color; without it, or if its size differs, the copy is gray.
    ///   - maximumPixels: an image with more is shrunk.
    package init(
        _ image: LumaImage, color: RGBImage? = nil, _ outlines: [Outline], maximumPixels: Int = Limit.annotatedPixels
    ) {
        var factor = 1
        while (image.width / factor) * (image.height / factor) > maximumPixels { factor += 1 }
        shrunk = factor
        if let color, color.width == image.width, color.height == image.height {
            canvas = RGBCanvas(color, shrunkBy: factor)
        } else {
            canvas = RGBCanvas(image, shrunkBy: factor)
        }
        reach = max(1, min(canvas.width, canvas.height) / 300)
        for outline in outlines { draw(outline) }
        for outline in outlines { label(outline) }
    }

    package var width: Int { canvas.width }
    package var height: Int { canvas.height }

    /// Red, green and blue of each pixel, row by row.
    package var pixels: [UInt8] { canvas.pixels }

    /// The file; nil if out of memory.
    package var png: [UInt8]? {
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        guard cpictures_write_png_rgb(canvas.pixels, UInt32(width), UInt32(height), &bytes, &count), let bytes else {
            return nil
        }
        defer { cpictures_free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }

    // MARK: - Drawing

    /// The corners in the copy, moved out so that the outline does not cover the code.
    private func corners(_ outline: Outline) -> [QRPayload.Point] {
        let points = outline.corners.map { point in
            QRPayload.Point(x: Self.clamped(point.x) / shrunk, y: Self.clamped(point.y) / shrunk)
        }
        guard !points.isEmpty else { return [] }
        let (x, y) = (points.map(\.x).reduce(0, +) / points.count, points.map(\.y).reduce(0, +) / points.count)
        let distance = 3 * reach
        return points.map { point in
            .init(x: point.x + (point.x < x ? -distance : distance), y: point.y + (point.y < y ? -distance : distance))
        }
    }

    /// Corners may be outside of the image, but not far.
    private static func clamped(_ value: Int) -> Int { min(max(value, -100_000), 100_000) }

    private mutating func draw(_ outline: Outline) {
        let corners = corners(outline)
        // White first, so that it shows on any ground.
        for (reach, color) in [(2 * reach, RGB.white), (reach, outline.color.rgb)] {
            for (start, end) in zip(corners, corners.dropFirst() + corners.prefix(1)) {
                canvas.line(from: start, to: end, reach: reach, color)
            }
        }
    }

    /// Writes the label above the top left corner, or as near as the image allows.
    private mutating func label(_ outline: Outline) {
        let corners = corners(outline)
        guard let left = corners.map(\.x).min(), let top = corners.map(\.y).min() else { return }
        let dot = 2 + reach
        let (width, height) = ((6 * outline.label.count + 1) * dot, 9 * dot)
        let x = max(0, min(left - reach, canvas.width - width)), y = max(0, min(top - height, canvas.height - height))
        canvas.fill(x..<(x + width), y..<(y + height), outline.color.rgb)
        let ink = outline.color == .amber ? RGB.black : RGB.white
        for (number, digit) in outline.label.enumerated() {
            for (row, dots) in DotFont.rows(of: digit).enumerated() {
                for column in 0..<5 where dots >> UInt8(4 - column) & 1 == 1 {
                    let at = (x: x + (1 + 6 * number + column) * dot, y: y + (1 + row) * dot)
                    canvas.fill(at.x..<(at.x + dot), at.y..<(at.y + dot), ink)
                }
            }
        }
    }
}

/// Digits and a question mark of 5 by 7 dots.
enum DotFont {
    /// Seven rows from the top; the leftmost dot is the bit of value 16. Empty for other characters.
    static func rows(of character: Character) -> [UInt8] { glyphs[character] ?? [] }

    private static let glyphs: [Character: [UInt8]] = [
        "0": [0b01110, 0b10001, 0b10011, 0b10101, 0b11001, 0b10001, 0b01110],
        "1": [0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110],
        "2": [0b01110, 0b10001, 0b00001, 0b00110, 0b01000, 0b10000, 0b11111],
        "3": [0b01110, 0b10001, 0b00001, 0b00110, 0b00001, 0b10001, 0b01110],
        "4": [0b00010, 0b00110, 0b01010, 0b10010, 0b11111, 0b00010, 0b00010],
        "5": [0b11111, 0b10000, 0b11110, 0b00001, 0b00001, 0b10001, 0b01110],
        "6": [0b00110, 0b01000, 0b10000, 0b11110, 0b10001, 0b10001, 0b01110],
        "7": [0b11111, 0b00001, 0b00010, 0b00100, 0b01000, 0b01000, 0b01000],
        "8": [0b01110, 0b10001, 0b10001, 0b01110, 0b10001, 0b10001, 0b01110],
        "9": [0b01110, 0b10001, 0b10001, 0b01111, 0b00001, 0b00010, 0b01100],
        "?": [0b01110, 0b10001, 0b00001, 0b00110, 0b00100, 0b00000, 0b00100],
    ]
}
