import TOTPDomain
import Testing

@testable import Importers

/// Java streams that stand for far more text than they hold.
struct JavaStringMapBoundsTests {
    /// `java.util.HashMap` without fields of its own, and so many pairs; the first value is a text, the others name it.
    private static func stream(pairs: Int, text: Int) -> [UInt8] {
        let name = Array("java.util.HashMap".utf8)
        var bytes: [UInt8] = [0xAC, 0xED, 0x00, 0x05, 0x73, 0x72, 0x00, UInt8(name.count)] + name
        bytes += [UInt8](repeating: 0, count: 8) + [0x03, 0x00, 0x00, 0x78, 0x70, 0x77, 0x08, 0, 0, 0, 16]
        bytes += number(pairs)
        for index in 0..<pairs {
            bytes += [0x74, 0x00, 0x04] + number(index).map { 0x61 + $0 % 16 }
            // Handles count from 0x7E0000: the class, the map, the first key, the first value.
            bytes +=
                index == 0
                ? [0x7C, 0, 0, 0, 0] + number(text) + [UInt8](repeating: 0x61, count: text)
                : [0x71, 0x00, 0x7E, 0x00, 0x03]
        }
        return bytes + [0x78]
    }

    private static func number(_ value: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt32(value).bigEndian) { Array($0) }
    }

    @Test func referencesAreFollowed() throws {
        let map = try JavaStringMap(Self.stream(pairs: 3, text: 70_000))
        #expect(map.pairs.map(\.value.utf8.count) == [70_000, 70_000, 70_000])
    }

    @Test func aTextThatIsNamedTooOftenIsRefused() throws {
        let failure = #expect(throws: SourceFailure.self) {
            try JavaStringMap(Self.stream(pairs: 50_000, text: 100_000))
        }
        #expect(failure?.code == .limitExceeded)
    }
}
