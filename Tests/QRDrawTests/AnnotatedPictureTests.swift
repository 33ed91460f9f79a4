import Encodings
import ImageDecode
import Images
import Testing

@testable import QRDraw

struct AnnotatedPictureTests {
    private static func points(_ left: Int, _ top: Int, _ right: Int, _ bottom: Int) -> [QRPayload.Point] {
        [.init(x: left, y: top), .init(x: right, y: top), .init(x: right, y: bottom), .init(x: left, y: bottom)]
    }

    private static func gray(_ width: Int, _ height: Int, _ value: UInt8 = 200) throws -> LumaImage {
        try #require(LumaImage(width: width, height: height, pixels: Array(repeating: value, count: width * height)))
    }

    private func color(_ picture: AnnotatedPicture, _ x: Int, _ y: Int) -> [UInt8] {
        let start = 3 * (y * picture.width + x)
        return Array(picture.pixels[start..<(start + 3)])
    }

    @Test(
        "The outline has its color on each side, is outside of the code, and leaves the rest as it was",
        arguments: [(.green, [0, 150, 60]), (.gray, [110, 110, 110]), (.amber, [255, 160, 0])]
            as [(AnnotatedPicture.Color, [UInt8])])
    func outline(kind: AnnotatedPicture.Color, rgb: [UInt8]) throws {
        let picture = AnnotatedPicture(
            try Self.gray(300, 200), [.init(corners: Self.points(100, 60, 180, 140), label: "7", color: kind)])
        for (x, y) in [(97, 100), (183, 100), (140, 57), (140, 143)] { #expect(color(picture, x, y) == rgb) }
        for (x, y) in [(101, 61), (140, 100), (179, 139), (10, 10), (290, 190)] {
            #expect(color(picture, x, y) == [200, 200, 200])
        }
        // The label is above the code: its ground, and its ink.
        let above = (95..<115).flatMap { x in (40..<56).map { color(picture, x, $0) } }
        #expect(above.contains(rgb))
        #expect(above.contains(kind == .amber ? [0, 0, 0] : [255, 255, 255]))
    }

    @Test("The file is a PNG of the same pixels")
    func file() throws {
        var image = try Self.gray(61, 47)
        for index in image.pixels.indices { image.pixels[index] = UInt8(truncatingIfNeeded: index &* 37) }
        let picture = AnnotatedPicture(image, [])
        let decoded = try PNGDecoder().decode(try #require(picture.png), over: .white)
        #expect(decoded.luma == image)
        #expect(picture.pixels.count == 61 * 47 * 3)
    }

    @Test("A copy of an image in color is in color, and shrunk to the means of each color")
    func inColor() throws {
        let pair: [UInt8] = [0, 100, 200, 40, 100, 220]
        let pixels = [[UInt8]](repeating: pair, count: 20 * 30).flatMap { $0 }
        let image = try #require(RGBImage(width: 40, height: 30, pixels: pixels))
        let luma = try Self.gray(40, 30)
        #expect(AnnotatedPicture(luma, color: image, []).pixels == pixels)
        let shrunk = AnnotatedPicture(luma, color: image, [], maximumPixels: 300)
        #expect(shrunk.width == 20 && color(shrunk, 7, 3) == [20, 100, 210])
        let decoded = try #require(AnnotatedPicture(luma, color: image, []).png)
        #expect(PNGDecoder().color(decoded, over: .white) == image)
        // The copy of another image would show the wrong thing.
        #expect(AnnotatedPicture(try Self.gray(30, 40), color: image, []).pixels.allSatisfy { $0 == 200 })
    }

    @Test("Large images are shrunk, and the outlines with them")
    func shrunk() throws {
        let picture = AnnotatedPicture(
            try Self.gray(901, 604), [.init(corners: Self.points(300, 180, 540, 420), label: "1", color: .green)],
            maximumPixels: 61_000)
        #expect(picture.width == 300 && picture.height == 201)
        #expect(color(picture, 97, 100) == [0, 150, 60])
        #expect(color(picture, 140, 100) == [200, 200, 200])
    }

    @Test("A copy has at most as many pixels as the limit", arguments: [(0, 1), (1, 2)])
    func largest(surplus: Int, factor: Int) throws {
        let width = Limit.annotatedPixels / 2 + surplus
        let picture = AnnotatedPicture(try Self.gray(width, 2), [])
        #expect(picture.width == width / factor && picture.height == 2 / factor)
    }

    @Test("A mean of pixels is a pixel of a shrunk image")
    func means() throws {
        let image = try #require(LumaImage(width: 4, height: 2, pixels: [0, 100, 10, 20, 200, 100, 30, 40]))
        #expect(AnnotatedPicture(image, [], maximumPixels: 2).pixels == [100, 100, 100, 25, 25, 25])
    }

    @Test("Corners outside of the image and endless lines are handled")
    func strange() throws {
        for corners in [
            [], Self.points(-50, -50, 400, 400), Self.points(.min, .min, .max, .max), Self.points(9, 9, 9, 9),
            [.init(x: 3, y: 4)], Self.points(180, 80, 20, 10),
        ] {
            for label in ["", "?", "12345", "x"] {
                let picture = AnnotatedPicture(
                    try Self.gray(60, 40), [.init(corners: corners, label: label, color: .amber)])
                #expect(picture.pixels.count == 60 * 40 * 3)
            }
        }
    }

    @Test("Images of one pixel and of one row are drawn", arguments: [(1, 1), (1, 5000), (5000, 1)])
    func narrow(width: Int, height: Int) throws {
        let picture = AnnotatedPicture(
            try Self.gray(width, height), [.init(corners: Self.points(0, 0, 1, 1), label: "1", color: .green)],
            maximumPixels: 1000)
        #expect(picture.width >= 1 && picture.height >= 1)
        #expect(picture.png != nil)
    }

    @Test("Every digit is different, and has five dots across and seven down", arguments: "0123456789?")
    func digits(digit: Character) {
        let rows = DotFont.rows(of: digit)
        #expect(rows.count == 7)
        #expect(rows.allSatisfy { $0 < 32 })
        #expect("0123456789?".filter { DotFont.rows(of: $0) == rows } == String(digit))
    }
}
