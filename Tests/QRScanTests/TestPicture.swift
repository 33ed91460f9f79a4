import FixtureSupport
import Foundation
import Images
import Testing

/// A picture made in memory: codes pasted onto a ground, then transformed.
struct TestPicture {
    let width, height: Int
    var pixels: [UInt8]

    init(width: Int, height: Int, ground: UInt8 = 255) {
        (self.width, self.height) = (width, height)
        pixels = [UInt8](repeating: ground, count: width * height)
    }

    /// One code with its quiet zone.
    init(_ symbol: TestSymbol, scale: Int = 4, dark: UInt8 = 0, light: UInt8 = 255) {
        let side = (TestSymbol.dimension + 8) * scale
        self.init(width: side, height: side, ground: light)
        paste(symbol, x: 4 * scale, y: 4 * scale, scale: scale, dark: dark, light: light)
    }

    mutating func paste(
        _ symbol: TestSymbol, x: Int, y: Int, scale: Int, dark: UInt8 = 0, light: UInt8 = 255
    ) {
        for row in 0..<(TestSymbol.dimension * scale) {
            for column in 0..<(TestSymbol.dimension * scale) where x + column < width && y + row < height {
                pixels[(y + row) * width + x + column] = symbol[column / scale, row / scale] ? dark : light
            }
        }
    }

    /// Every pixel from where the map sends its place.
    private func mapped(width: Int, height: Int, _ source: (_ x: Int, _ y: Int) -> (x: Int, y: Int)?) -> TestPicture {
        var result = TestPicture(width: width, height: height)
        for y in 0..<height {
            for x in 0..<width {
                guard let from = source(x, y), (0..<self.width).contains(from.x), (0..<self.height).contains(from.y)
                else { continue }
                result.pixels[y * width + x] = pixels[from.y * self.width + from.x]
            }
        }
        return result
    }

    var inverted: TestPicture {
        var result = self
        for index in pixels.indices { result.pixels[index] = 255 - pixels[index] }
        return result
    }

    var mirrored: TestPicture { mapped(width: width, height: height) { x, y in (width - 1 - x, y) } }
    var quarterTurned: TestPicture { mapped(width: height, height: width) { x, y in (y, height - 1 - x) } }

    /// One code without a quiet zone, as a terminal shows it: each cell has one or two modules above each other, and is
    /// followed by a white line, if there are lines in that direction.
    init(_ symbol: TestSymbol, module: Int, line: Int, modulesPerCell: Int, across: Bool, down: Bool, lead: Int) {
        let cell = modulesPerCell * module, pitch = cell + line
        let side = lead + (TestSymbol.dimension + modulesPerCell - 1) / modulesPerCell * pitch
        func isLine(_ place: Int) -> Bool { place % pitch >= cell }
        self.init(width: side, height: side)
        for y in 0..<side - lead where !(down && isLine(y)) {
            for x in 0..<side - lead where !(across && isLine(x)) {
                let (column, row) = (
                    modulesPerCell * x / pitch,
                    down ? y / pitch * modulesPerCell + y % pitch / module : modulesPerCell * y / pitch
                )
                guard column < TestSymbol.dimension, row < TestSymbol.dimension, symbol[column, row] else { continue }
                pixels[(y + lead) * side + x + lead] = 0
            }
        }
    }

    func cropped(width: Int, height: Int) -> TestPicture { mapped(width: width, height: height) { ($0, $1) } }

    func withNoise(_ amplitude: Int, seed: UInt64) -> TestPicture {
        var random = SeededGenerator(seed: seed)
        var result = self
        for index in pixels.indices {
            let noisy = Int(pixels[index]) + Int.random(in: -amplitude...amplitude, using: &random)
            result.pixels[index] = UInt8(clamping: noisy)
        }
        return result
    }

    /// Puts another picture onto this one.
    mutating func paste(_ picture: TestPicture, x: Int, y: Int) {
        for row in 0..<picture.height {
            for column in 0..<picture.width where x + column < width && y + row < height {
                pixels[(y + row) * width + x + column] = picture.pixels[row * picture.width + column]
            }
        }
    }

    /// Turned clockwise around its middle; pixels from outside are white.
    func turned(degrees: Double) -> TestPicture {
        let angle = degrees * .pi / 180, cosine = cos(angle), sine = sin(angle)
        let (middleX, middleY) = (Double(width) / 2, Double(height) / 2)
        return mapped(width: width, height: height) { x, y in
            let (u, v) = (Double(x) + 0.5 - middleX, Double(y) + 0.5 - middleY)
            return (
                Int((middleX + u * cosine + v * sine).rounded(.down)),
                Int((middleY - u * sine + v * cosine).rounded(.down))
            )
        }
    }

    /// Each pixel the mean of a square around it.
    func blurred(_ reach: Int) -> TestPicture {
        var result = self
        for y in 0..<height {
            for x in 0..<width {
                var sum = 0, count = 0
                for row in max(0, y - reach)...min(height - 1, y + reach) {
                    for column in max(0, x - reach)...min(width - 1, x + reach) {
                        sum += Int(pixels[row * width + column])
                        count += 1
                    }
                }
                result.pixels[y * width + x] = UInt8(sum / count)
            }
        }
        return result
    }

    /// A spot of light, white in its middle.
    func withGlare(x: Int, y: Int, radius: Int) -> TestPicture {
        var result = self
        for row in 0..<height {
            for column in 0..<width {
                let u = column - x, v = row - y
                let distance: Int = u * u + v * v
                let share: Int = max(0, 255 - 255 * distance / (radius * radius))
                let index = row * width + column
                let pixel = Int(pixels[index])
                result.pixels[index] = UInt8(pixel + (255 - pixel) * share / 255)
            }
        }
        return result
    }

    func luma() throws -> LumaImage { try #require(LumaImage(width: width, height: height, pixels: pixels)) }
}
