import FixtureSupport
import Foundation

/// A code as a camera sees it: every pixel shows its place on the paper.
struct PhotographedCode {
    var symbol: TestSymbol

    /// - Parameter place: the column and the row of the symbol, in modules, at a point of the picture.
    func picture(
        width: Int, height: Int, _ place: (_ x: Double, _ y: Double) -> (column: Double, row: Double)
    ) -> TestPicture {
        var result = TestPicture(width: width, height: height)
        for y in 0..<height {
            for x in 0..<width {
                var sum = 0
                for (dx, dy) in [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)] {
                    let at = place(Double(x) + dx, Double(y) + dy)
                    sum += level(Int(at.column.rounded(.down)), Int(at.row.rounded(.down)))
                }
                result.pixels[y * width + x] = UInt8(sum / 4)
            }
        }
        return result
    }

    private func level(_ column: Int, _ row: Int) -> Int {
        guard (0..<TestSymbol.dimension).contains(column), (0..<TestSymbol.dimension).contains(row) else { return 255 }
        return symbol[column, row] ? 0 : 255
    }

    /// Eight pixels per module, shifted by up to `reach` modules in waves of the symbol's size.
    func onWaves(_ reach: Double) -> TestPicture {
        let side = Double(TestSymbol.dimension)
        return picture(width: 280, height: 280) { x, y in
            let column = (x - 40) / 8, row = (y - 40) / 8
            return (
                column + reach * sin(2 * .pi * row / side + 0.5), row + reach * sin(2 * .pi * column / side)
            )
        }
    }

    /// Around a bottle that is seen from above: half of it is covered at an angle of pi / 2.
    func onCylinder(angle: Double, bow: Double) -> TestPicture {
        let side = Double(TestSymbol.dimension)
        return picture(width: 280, height: 300) { x, y in
            let along = (x - 40) / (8 * side), across = (y - 60) / (8 * side)
            let turned = asin(min(max((2 * along - 1) * sin(angle), -1), 1))
            return ((turned / angle + 1) / 2 * side, (across + bow * (cos(turned) - cos(angle))) * side)
        }
    }

    /// With its corners at these points of a picture, upper left first, clockwise.
    func tilted(width: Int, height: Int, _ corners: [(x: Double, y: Double)]) -> TestPicture {
        let side = Double(TestSymbol.dimension)
        let (a, b, c, d) = (corners[0], corners[1], corners[2], corners[3])
        // From the unit square to the corners (Heckbert), and back.
        let (dx1, dx2, sx) = (b.x - c.x, d.x - c.x, a.x - b.x + c.x - d.x)
        let (dy1, dy2, sy) = (b.y - c.y, d.y - c.y, a.y - b.y + c.y - d.y)
        let cross = dx1 * dy2 - dx2 * dy1
        let g = (sx * dy2 - dx2 * sy) / cross, h = (dx1 * sy - sx * dy1) / cross
        let (m0, m1, m2) = (b.x - a.x + g * b.x, d.x - a.x + h * d.x, a.x)
        let (m3, m4, m5) = (b.y - a.y + g * b.y, d.y - a.y + h * d.y, a.y)
        return picture(width: width, height: height) { x, y in
            let u = (m4 - m5 * h) * x + (m2 * h - m1) * y + m1 * m5 - m2 * m4
            let v = (m5 * g - m3) * x + (m0 - m2 * g) * y + m2 * m3 - m0 * m5
            let w = (m3 * h - m4 * g) * x + (m1 * g - m0 * h) * y + m0 * m4 - m1 * m3
            return (u / w * side, v / w * side)
        }
    }
}

extension TestSymbol {
    /// With a rectangle of modules that are all dark, or all light.
    func covered(column: Int, row: Int, width: Int, height: Int, dark: Bool) -> TestSymbol {
        var result = self
        for y in row..<(row + height) { for x in column..<(column + width) { result[x, y] = dark } }
        return result
    }
}

extension TestPicture {
    /// With a tenth of the light left of a slanting line.
    var shaded: TestPicture {
        var result = self
        for y in 0..<height {
            for x in 0..<width where Double(x) + 0.3 * Double(y) < 180 {
                result.pixels[y * width + x] = pixels[y * width + x] / 10 + 5
            }
        }
        return result
    }
}
