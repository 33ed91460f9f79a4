import TOTPDomain
import Testing

struct LumaImageTests {
    @Test(arguments: [(1, 1, 1), (3, 2, 6)])
    func takesPixelsThatFitItsSize(width: Int, height: Int, count: Int) {
        #expect(LumaImage(width: width, height: height, pixels: [UInt8](repeating: 0, count: count)) != nil)
    }

    @Test(arguments: [(0, 0, 0), (0, 5, 0), (-1, -1, 1), (3, 2, 5), (3, 2, 7), (.max, 2, 0), (1 << 32, 1 << 32, 0)])
    func refusesEveryOther(width: Int, height: Int, count: Int) {
        #expect(LumaImage(width: width, height: height, pixels: [UInt8](repeating: 0, count: count)) == nil)
    }
}
