import TOTPDomain
import Testing

@testable import Links

/// Which parts of Google Authenticator's exports are missing.
struct BatchPlacesTests {
    private static func part(_ index: Int, of size: Int, id: Int32 = 0, content: UInt64 = 0) -> MigrationPart {
        MigrationPart(batchID: id, size: size, index: index, fingerprint: content << 8 | UInt64(index))
    }

    private static func messages(_ parts: [MigrationPart], capacity: Int = 100) -> (texts: [String], isFull: Bool) {
        var batches = BatchPlaces(capacity: capacity)
        for (number, part) in parts.enumerated() { batches.add(part, at: LinkReport(source: "", line: number + 1)) }
        let texts = batches.missing().flatMap { report in
            report.findings.map { "\(report.line ?? 0): \($0.message)" }
        }
        return (texts, batches.isFull)
    }

    @Test(
        "Missing parts are named at the first part of their export",
        arguments: [
            ([part(0, of: 1)], []), ([part(1, of: 2), part(0, of: 2)], []),
            (
                [part(0, of: 3), part(2, of: 3)],
                ["2: Of this Google Authenticator export in 3 parts, part 2 is missing."]
            ),
            (
                [part(0, of: 3), part(0, of: 3)],
                ["2: Of this Google Authenticator export in 3 parts, parts 2, 3 are missing."]
            ),
            // Two exports that look alike, one of them whole.
            (
                [part(0, of: 2), part(1, of: 2), part(0, of: 2, content: 1)],
                [
                    "3: Of 2 Google Authenticator exports that look alike, each in 2 parts, part 2 is missing."
                ]
            ),
            ([part(0, of: 2), part(1, of: 2), part(0, of: 2, content: 1), part(1, of: 2, content: 1)], []),
            (
                [part(0, of: 2, id: 5), part(1, of: 2, id: 6)],
                [
                    "1: Of this Google Authenticator export in 2 parts, part 2 is missing.",
                    "2: Of this Google Authenticator export in 2 parts, part 1 is missing.",
                ]
            ),
        ] as [([MigrationPart], [String])])
    func namesWhatIsMissing(parts: [MigrationPart], messages: [String]) {
        #expect(Self.messages(parts).texts == messages)
    }

    @Test("10,000 different parts are remembered, and no more")
    func capacity() {
        var batches = BatchPlaces()
        for number in 1...10_000 {
            batches.add(Self.part(0, of: 2, id: Int32(number)), at: LinkReport(source: "", line: number))
        }
        #expect(!batches.isFull && batches.missing().count == 10_000)
        batches.add(Self.part(0, of: 2, id: 10_001), at: LinkReport(source: "", line: 10_001))
        #expect(batches.isFull)
    }

    @Test func saysWhenItIsFull() {
        let parts = (0..<4).map { Self.part($0, of: 4) }
        #expect(Self.messages(parts, capacity: 4).isFull == false)
        #expect(Self.messages(parts + [parts[0]], capacity: 4).isFull == false, "it is known")
        #expect(Self.messages(parts, capacity: 3).isFull)
    }
}
