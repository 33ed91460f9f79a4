import Images
import Testing

@testable import ImageDecode

struct ExifOrientationTests {
    private static func block(_ orientation: UInt8, isLittle: Bool) -> [UInt8] {
        isLittle
            ? [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0]
            : [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
    }

    @Test(arguments: 1...8 as ClosedRange<UInt8>, [true, false])
    func readsBothByteOrders(orientation: UInt8, isLittle: Bool) {
        #expect(ExifOrientation.read(Self.block(orientation, isLittle: isLittle)[...]) == UInt32(orientation))
    }

    @Test("An orientation that is cut, impossible or out of reach counts as upright", arguments: [true, false])
    func nonsenseIsUpright(isLittle: Bool) {
        let block = Self.block(6, isLittle: isLittle)
        for end in 0..<20 { #expect(ExifOrientation.read(block.prefix(end)) == 1, "end at \(end)") }
        for orientation in [0, 9, 255] as [UInt8] {
            #expect(ExifOrientation.read(Self.block(orientation, isLittle: isLittle)[...]) == 1)
        }
        var far = block
        far.replaceSubrange(4..<8, with: [0xFF, 0xFF, 0xFF, 0xFF])
        #expect(ExifOrientation.read(far[...]) == 1)
    }

    /// A picture of 3 x 2 with the numbers 1 to 6, stored in each of the eight ways.
    @Test(
        arguments: [
            (1, [1, 2, 3, 4, 5, 6]), (2, [3, 2, 1, 6, 5, 4]), (3, [6, 5, 4, 3, 2, 1]), (4, [4, 5, 6, 1, 2, 3]),
            (5, [1, 4, 2, 5, 3, 6]), (6, [3, 6, 2, 5, 1, 4]), (7, [6, 3, 5, 2, 4, 1]), (8, [4, 1, 5, 2, 6, 3]),
        ] as [(UInt32, [UInt8])])
    func turnsUpright(orientation: UInt32, stored: [UInt8]) throws {
        let isSideways = orientation >= 5
        let picture = try #require(
            LumaImage(width: isSideways ? 2 : 3, height: isSideways ? 3 : 2, pixels: stored))
        #expect(picture.upright(orientation) == LumaImage(width: 3, height: 2, pixels: [1, 2, 3, 4, 5, 6]))
    }
}
