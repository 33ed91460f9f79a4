import CryptoPrimitives
import Testing

struct SecureBytesTests {
    private struct Refusal: Error {}

    @Test(arguments: [[], [7], [UInt8](0...255)] as [[UInt8]])
    func holdsACopy(bytes: [UInt8]) {
        let secure = SecureBytes(copying: bytes)
        let (count, copy) = (secure.count, secure.withBytes { Array($0) })
        #expect(count == bytes.count)
        #expect(copy == bytes)
    }

    @Test
    func isFilledInPlaceAndBeginsWithZeros() throws {
        let secure = SecureBytes(count: 4) { $0[2] = 9 }
        let copy = secure.withBytes { Array($0) }
        #expect(copy == [0, 0, 9, 0])
    }

    @Test
    func passesErrorsOn() {
        #expect(throws: Refusal.self) {
            _ = try SecureBytes(count: 4) { _ throws(Refusal) in throw Refusal() }
        }
        #expect(throws: Refusal.self) {
            try SecureBytes(copying: [1]).withBytes { _ throws(Refusal) in throw Refusal() }
        }
    }
}
