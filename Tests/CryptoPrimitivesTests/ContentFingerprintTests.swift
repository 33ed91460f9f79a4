import CryptoPrimitives
import FixtureSupport
import Testing

struct ContentFingerprintTests {
    private let fingerprint: ContentFingerprint

    init() throws { fingerprint = try ContentFingerprint() }

    @Test func equalContentsHaveEqualFingerprints() throws {
        var random = SeededGenerator(seed: 1)
        for count in [0, 1, 15, 16, 17, 1000, 70_000] {
            let bytes = random.bytes(count)
            let first = try #require(fingerprint.of(bytes))
            #expect(fingerprint.of(Array(bytes)) == first)
        }
    }

    /// Every changed bit, and zeros at the end, which GHASH pads with.
    @Test func otherContentsHaveOthers() throws {
        var random = SeededGenerator(seed: 2)
        var bytes = random.bytes(40)
        var seen: Set<UInt128> = [try #require(fingerprint.of(bytes))]
        for bit in 0..<320 {
            var changed = bytes
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            seen.insert(try #require(fingerprint.of(changed)))
        }
        for _ in 0..<40 {
            bytes.append(0)
            seen.insert(try #require(fingerprint.of(bytes)))
        }
        #expect(seen.count == 361)
    }

    /// Others cannot look for images with the same fingerprint.
    @Test func eachProcessHasItsOwn() throws {
        #expect(try ContentFingerprint().of([1, 2, 3]) != fingerprint.of([1, 2, 3]))
    }
}
