import FixtureSupport
import TOTPDomain
import Testing

@testable import AnythingFormats

@Suite("Tables without a header")
struct HeaderlessTableTests {
    @Test("Thousands of lines of prose and passwords with separators give no table")
    func prose() {
        var generator = SeededGenerator(seed: 33)
        for round in 0..<3000 {
            let mark = [",", ";", "\t"][round % 3]
            let lines = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
                round.isMultiple(of: 2)
                    ? "\(InventedProse.sentence(&generator))\(mark)\(InventedProse.sentence(&generator))"
                    : "\(InventedProse.word(&generator))\(mark)\(InventedProse.password(&generator))"
            }
            let text = Array(lines.joined(separator: "\n").utf8)
            #expect(HeaderlessTable.find(in: text) == nil)
            #expect((try? LoginTableFile(text))?.tables.isEmpty != false)
        }
    }
}
