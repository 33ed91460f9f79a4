import CryptoPrimitives
import Testing

struct RandomBytesTests {
    @Test
    func neverGivesTheSameTwice() throws {
        let values = try (0..<100).map { _ in try RandomBytes.make(16) }
        #expect(values.allSatisfy { $0.count == 16 })
        #expect(Set(values).count == 100)
        let keys = try (0..<100).map { _ in try RandomBytes.makeKey(32).withBytes { Array($0) } }
        #expect(keys.allSatisfy { $0.count == 32 })
        #expect(Set(keys).count == 100)
    }

    /// Of 64 KiB each value of a byte shows up: it fails by chance once in 10^109 runs.
    @Test
    func givesEveryByte() throws {
        #expect(Set(try RandomBytes.make(1 << 16)).count == 256)
    }

    @Test
    func givesNoneWhereNoneAreAskedFor() throws {
        #expect(try RandomBytes.make(0).isEmpty)
    }
}
