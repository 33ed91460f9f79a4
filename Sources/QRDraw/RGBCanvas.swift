import Images

struct RGB: Sendable, Hashable {
    var red, green, blue: UInt8

    static let white = RGB(red: 255, green: 255, blue: 255)
    static let black = RGB(red: 0, green: 0, blue: 0)
}

/// Pixels to draw on. Whatever is outside of them is ignored.
struct RGBCanvas {
    let width, height: Int
    /// Three bytes per pixel.
    private(set) var pixels: [UInt8]

    /// A gray copy of an image.
    init(_ image: LumaImage, shrunkBy factor: Int) {
        self.init(image.pixels, channels: 1, (image.width, image.height), shrunkBy: factor)
    }

    /// A copy of an image in color.
    init(_ image: RGBImage, shrunkBy factor: Int) {
        self.init(image.pixels, channels: 3, (image.width, image.height), shrunkBy: factor)
    }

    /// A pixel is the mean of `factor` times `factor` pixels; incomplete groups at the edges are left out, except in
    /// images without a complete group.
    ///
    /// - Parameter channels: bytes per pixel, 1 for gray or 3.
    private init(_ pixels: [UInt8], channels: Int, _ size: (width: Int, height: Int), shrunkBy factor: Int) {
        let (across, down) = (min(factor, size.width), min(factor, size.height))
        let width = size.width / across, height = size.height / down
        (self.width, self.height) = (width, height)
        self.pixels = [UInt8](unsafeUninitializedCapacity: width * height * 3) { out, count in
            pixels.withUnsafeBufferPointer { pixels in
                var at = 0
                for y in 0..<height {
                    for x in 0..<width {
                        for channel in 0..<channels {
                            var sum = 0
                            for row in (y &* down)..<(y &* down &+ down) {
                                let start = (row &* size.width &+ x &* across) &* channels &+ channel
                                for step in 0..<across { sum &+= Int(pixels[start &+ step &* channels]) }
                            }
                            let mean = UInt8(sum / (across * down))
                            for _ in 0..<(3 / channels) {
                                out.initializeElement(at: at, to: mean)
                                at &+= 1
                            }
                        }
                    }
                }
                count = at
            }
        }
    }

    mutating func fill(_ columns: Range<Int>, _ rows: Range<Int>, _ color: RGB) {
        let columns = columns.clamped(to: 0..<width)
        for y in rows.clamped(to: 0..<height) {
            for x in columns {
                let at = 3 * (y * width + x)
                (pixels[at], pixels[at + 1], pixels[at + 2]) = (color.red, color.green, color.blue)
            }
        }
    }

    /// - Parameter reach: pixels on each side of the line itself.
    mutating func line(from start: QRPayload.Point, to end: QRPayload.Point, reach: Int, _ color: RGB) {
        let (across, down) = (end.x - start.x, end.y - start.y)
        let steps = max(abs(across), abs(down), 1)
        for step in 0...steps {
            let x = start.x + across * step / steps, y = start.y + down * step / steps
            // Long lines outside of the canvas cost no drawing.
            fill((x - reach)..<(x + reach + 1), (y - reach)..<(y + reach + 1), color)
        }
    }
}
