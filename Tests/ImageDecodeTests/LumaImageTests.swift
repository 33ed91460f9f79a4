import Images
import Testing

struct LumaImageTests {
    @Test(arguments: [(1, 1, 1), (3, 2, 6)])
    func takesPixelsThatFitItsSize(width: Int, height: Int, count: Int) {
        #expect(LumaImage(width: width, height: height, pixels: [UInt8](repeating: 0, count: count)) != nil)
    }

    @Test(
        "Pixels that do not fit the size, and a size of nothing, are refused",
        arguments: [
            (width: 0, height: 0, count: 0),
            (width: 0, height: 5, count: 0),
            (width: -1, height: -1, count: 1),
            (width: 3, height: 2, count: 5),
            (width: 3, height: 2, count: 7),
            (width: .max, height: 2, count: 0),
            (width: 1 << 32, height: 1 << 32, count: 0),
        ])
    func refusesEveryOther(width: Int, height: Int, count: Int) {
        #expect(LumaImage(width: width, height: height, pixels: [UInt8](repeating: 0, count: count)) == nil)
    }
}
