import Links
import Testing

/// ISO/IEC 18004, table 7, level L, byte mode.
struct QRVersionTests {
    @Test(
        "The version is the smallest one that the bytes fit in",
        arguments: [(0, 1), (17, 1), (18, 2), (858, 20), (859, 21), (2809, 39), (2810, 40), (2953, 40)])
    func holdsSoManyBytes(bytes: Int, version: Int) throws {
        let found = try #require(QRVersion(byteCount: bytes))
        #expect(found.number == version)
        #expect(found.modules == 17 + 4 * version)
    }

    @Test func noneHoldsMore() { #expect(QRVersion(byteCount: 2954) == nil) }
}
