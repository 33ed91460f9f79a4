import QRDraw
import Testing

@Suite("The modules of a QR code")
struct QRMatrixTests {
    /// Bytes at level M and L, and the modules per side: ISO/IEC 18004, tables 1 and 7.
    @Test(
        "The smallest version is used",
        arguments: [
            (1, 21), (14, 21), (15, 25), (26, 25), (213, 57), (214, 61), (997, 117), (998, 121), (2331, 177),
            (2332, 161),
            (2953, 177),
        ])
    func size(byteCount: Int, size: Int) throws {
        #expect(try QRMatrix(Array(repeating: 65, count: byteCount)).size == size)
    }

    @Test("The three finder patterns are in their corners")
    func finderPatterns() throws {
        let pattern = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]
        for count in [1, 500, 2953] {
            let matrix = try QRMatrix(Array(repeating: 65, count: count))
            for (left, top) in [(0, 0), (matrix.size - 7, 0), (0, matrix.size - 7)] {
                let found = (0..<7).map { y in
                    (0..<7).map { matrix.isDark(left + $0, top + y) ? "1" : "0" }.joined()
                }
                #expect(found == pattern)
            }
        }
    }

    @Test("Data that does not fit a QR code is an error")
    func errors() {
        #expect(throws: QRDrawError.empty) { try QRMatrix([]) }
        #expect(throws: QRDrawError.tooLong(2954)) { try QRMatrix(Array(repeating: 65, count: 2954)) }
        #expect(throws: QRDrawError.tooLong(100_000)) { try QRPicture(Array(repeating: 65, count: 100_000)) }
        #expect(throws: QRDrawError.tooLong(3000)) {
            try QRPicture.pictures(of: [[65], Array(repeating: 65, count: 3000), []])
        }
    }
}
