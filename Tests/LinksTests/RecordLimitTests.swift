import Encodings
import FixtureSupport
import TOTPDomain
import Testing

@testable import Links

/// The longest lines, records and headers that are checked, and ones that are one byte longer.
struct RecordLimitTests {
    /// Each link has a finding: of 16 MB, more than a gigabyte.
    @Test func aLineOfTooManyLinksIsOneError() throws {
        let checker = ChunkChecker(checker: try .standard(), output: .report(JSONReport()))
        let line = Array(repeating: Array("otpauth://".utf8), count: Limit.entries + 1).joined()
        let checked = checker.check(RecordChunk(bytes: Array(line) + Array("\nx\n".utf8)))
        #expect(checked.links.map(\.verdict.rules) == [[.lineTooLong]])
        #expect(checked.linesWithoutLink == 1)
        #expect(String(decoding: checked.rendered, as: UTF8.self).contains("The line has more than 250000 links"))
    }

    private static let comma = UInt8(ascii: ",")

    private static func filling(_ count: Int) -> [UInt8] { [UInt8](repeating: UInt8(ascii: "x"), count: count) }

    private static func chunks(_ reader: RecordReader) throws(SourceError) -> [RecordChunk] {
        var reader = reader
        var chunks: [RecordChunk] = []
        var buffers: [[UInt8]] = []
        while let chunk = try reader.next(from: &buffers) { chunks.append(chunk) }
        return chunks
    }

    /// With its end, a line has at most `Limit.line` bytes. A longer one is cut; the lines around it are read.
    @Test(
        "A line over the limit is cut, and the lines around it are whole",
        arguments: [
            (surplus: 0, isCut: false),
            (surplus: 1, isCut: true),
        ])
    func lines(surplus: Int, isCut: Bool) throws {
        let text = Array("first\n".utf8) + Self.filling(Limit.line - 1 + surplus) + Array("\nlast\n".utf8)
        let chunks = try Self.chunks(RecordReader(ByteArrayStream(text), layout: .lines))
        #expect(chunks.map(\.isCut) == [false, isCut, false])
        #expect(chunks.map(\.firstLine) == [1, 2, 3])
        #expect(chunks.map(\.count) == [6, Limit.line, 5])
    }

    @Test("A record of CSV over the limit is an error that names its line")
    func recordsOfCSV() throws {
        func read(_ count: Int) throws(SourceError) -> [RecordChunk] {
            let row = Array("a,\"".utf8) + Self.filling(count - 5) + Array("\"\n".utf8)
            let text = Array("b,c\n".utf8) + row
            return try Self.chunks(RecordReader(ByteArrayStream(text), layout: .csv(cell: 0, delimiter: Self.comma)))
        }
        #expect(try read(Limit.line).map(\.count) == [4, Limit.line])
        #expect(throws: SourceError(.limitExceeded, LimitMessage.line(2, Limit.line >> 20))) {
            try read(Limit.line + 1)
        }
    }

    @Test("A record of CSV with more cells than the limit is an error")
    func cells() throws {
        let limit = Limit.csvCells
        func read(_ count: Int) throws(SourceError) -> Int {
            // Empty cells at the end do not count.
            let text = Array("a,b\n".utf8) + [UInt8](repeating: Self.comma, count: count - 1) + Array("x,,".utf8)
            let layout = RecordLayout.csv(cell: count - 1, delimiter: Self.comma)
            return try Self.chunks(RecordReader(ByteArrayStream(text), layout: layout)).flatMap(\.cells).count
        }
        #expect(try read(limit) == 2)
        #expect(throws: SourceError(.limitExceeded, LimitMessage.csvCells(2))) { try read(limit + 1) }
    }

    /// Whatever the portions are in which the bytes come.
    @Test("A header of CSV over the limit is an error", arguments: [Int.max, 50_001])
    func headers(portion: Int) throws {
        func read(_ count: Int) throws(SourceError) -> RecordLayout {
            let text = Array("url,".utf8) + Self.filling(count - 5) + Array("\n1,2\n".utf8)
            return try RecordReader(Drip(bytes: text[...], portion: portion), csvColumn: "url").layout
        }
        #expect(try read(Limit.csvHeader) == .csv(cell: 0, delimiter: Self.comma))
        #expect(throws: SourceError(.limitExceeded, LimitMessage.csvHeader(Limit.csvHeader >> 20))) {
            try read(Limit.csvHeader + 1)
        }
    }

    @Test("A column whose name is over the limit is not found")
    func namesOfColumns() throws {
        func read(_ count: Int) throws(SourceError) -> RecordLayout {
            let name = Self.filling(count)
            let stream = ByteArrayStream(Array("a,".utf8) + name + Array("\n1,2\n".utf8))
            return try RecordReader(stream, csvColumn: String(decoding: name, as: UTF8.self)).layout
        }
        #expect(try read(Limit.csvName) == .csv(cell: 1, delimiter: Self.comma))
        let failure = #expect(throws: SourceError.self) { try read(Limit.csvName + 1) }
        #expect(failure?.code == .corrupt && failure?.message.contains("has no column") == true)
    }

    private struct Drip: ByteStream {
        var bytes: ArraySlice<UInt8>
        var portion: Int

        mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(SourceError) -> Int {
            let next = bytes.prefix(min(buffer.count, portion))
            buffer.copyBytes(from: next)
            bytes = bytes.dropFirst(next.count)
            return next.count
        }
    }
}
