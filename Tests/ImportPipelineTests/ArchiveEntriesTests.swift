import Encodings
import FixtureSupport
import TOTPDomain
import Testing

@testable import ImportPipeline

@Suite("The entries of an archive are limited together")
struct ArchiveEntriesTests {
    private func member(_ path: String, of archive: String) -> Input {
        var input = Input(name: "\(archive):\(path)", location: .memory([]), folder: archive)
        input.place = MemberPlace(path: path, archive: nil)
        return input
    }

    @Test("At the limit all is read; one more entry, and every later member, is refused")
    func limit() throws {
        let entries = ArchiveEntries(limit: 10)
        try entries.add(6, of: member("a.txt", of: "a.zip"))
        try entries.add(4, of: member("b/c.txt", of: "a.zip"))
        try entries.check(member("d.txt", of: "a.zip"))
        #expect(throws: SourceError.self) { try entries.add(1, of: member("d.txt", of: "a.zip")) }
        let refusal = #expect(throws: SourceError.self) { try entries.check(member("e.txt", of: "a.zip")) }
        #expect(refusal == SourceError(.limitExceeded, LimitMessage.archiveEntries(10)))
    }

    @Test("Another archive and files outside of archives are counted separately")
    func others() throws {
        let entries = ArchiveEntries(limit: 10)
        try entries.add(10, of: member("a.txt", of: "a.zip"))
        try entries.add(10, of: member("a.txt", of: "b.zip"))
        for _ in 0..<3 { try entries.add(10, of: Input(name: "a.txt", location: .memory([]))) }
    }

    @Test("The default is the limit of the table")
    func standard() throws {
        let entries = ArchiveEntries(), input = member("a", of: "a.zip")
        try entries.add(Limit.archiveEntries, of: input)
        #expect(throws: SourceError.self) { try entries.add(1, of: input) }
    }
}
