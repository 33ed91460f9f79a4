import Testing

@testable import Vault

@Suite("The changes that a copy of a vault has seen")
struct SeenChangesTests {
    private static func text(_ second: Int) -> String {
        let digits = String(second, radix: 16)
        return String(repeating: "0", count: 10 - digits.count) + digits + String(repeating: "0", count: 14)
    }

    private static func changes(_ seconds: ClosedRange<Int>) -> SeenChanges {
        SeenChanges(text: Array(seconds.map(text).joined(separator: " ").utf8)[...])
    }

    @Test("The latest 10,000 are kept", arguments: [9_999, 10_000, 10_001, 10_050])
    func limit(count: Int) {
        var seen = Self.changes(1...9_000)
        seen.insert(Self.changes(9_001...count).ids)
        #expect(seen.ids.count == count)
        seen.limit()
        #expect(seen.text == Self.changes(max(1, count - 9_999)...count).text)
        #expect(seen.ids.count == min(count, 10_000))
    }
}
