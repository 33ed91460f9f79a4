import Encodings
import FixtureSupport
import Links
import TOTPDomain
import Testing

/// Records come out whole and once, however the bytes come in.
struct RecordReaderTests {
    /// Hands out a few bytes at a time, and breaks off if it is told so.
    private struct Drip: ByteStream {
        var bytes: [UInt8]
        var portion: Int
        var breaksOff = false

        mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(SourceError) -> Int {
            let count = min(buffer.count, portion, bytes.count)
            if count == 0, breaksOff { throw SourceError(.corrupt, "the data breaks off") }
            buffer.copyBytes(from: bytes[..<count])
            bytes.removeFirst(count)
            return count
        }
    }

    private static func chunks(_ stream: some ByteStream, _ layout: RecordLayout = .lines) throws -> [RecordChunk] {
        var reader = RecordReader(stream, layout: layout, chunkByteCount: 1 << 17)
        var chunks: [RecordChunk] = []
        var buffers: [[UInt8]] = []
        while let chunk = try reader.next(from: &buffers) { chunks.append(chunk) }
        return chunks
    }

    private static func text(_ chunk: RecordChunk) -> String {
        String(decoding: chunk.bytes[..<chunk.count], as: UTF8.self)
    }

    @Test(arguments: [1 << 20, 70_000, 4_096])
    func cutsAtTheEndsOfLines(portion: Int) throws {
        var random = SeededGenerator(seed: 5)
        let lines = (0..<9_000).map { String(repeating: "x", count: Int.random(in: 0...120, using: &random)) + "\($0)" }
        let text = lines.joined(separator: "\n")
        let chunks = try Self.chunks(Drip(bytes: Array(text.utf8), portion: portion))
        #expect(chunks.count > 3)
        #expect(chunks.map(Self.text).joined() == text)
        var line = 1
        for chunk in chunks {
            #expect(chunk.firstLine == line)
            line += Self.text(chunk).utf8.count { $0 == ASCII.newline }
        }
        #expect(chunks.dropLast().allSatisfy { Self.text($0).hasSuffix("\n") })
    }

    @Test func aQuotedLineFeedIsPartOfItsRecord() throws {
        let row = "a,\"one\ntwo \"\"three\"\"\",b\n"
        let text = String(repeating: row, count: 20_000)
        let chunks = try Self.chunks(
            Drip(bytes: Array(text.utf8), portion: 9_999), .csv(cell: 0, delimiter: UInt8(ascii: ",")))
        #expect(chunks.map(Self.text).joined() == text)
        #expect(chunks.allSatisfy { Self.text($0).hasPrefix("a,") && Self.text($0).hasSuffix("b\n") })
    }

    @Test func aLongLineIsOneChunk() throws {
        let text = "first\n" + String(repeating: "x", count: 1 << 20) + "\nlast\n"
        let chunks = try Self.chunks(ByteArrayStream(Array(text.utf8)))
        #expect(chunks.map(Self.text).joined() == text)
        #expect(Self.text(try #require(chunks.first)) == "first\n")
        #expect(chunks.map(\.firstLine) == [1, 2])
    }

    @Test func anEndlessLineIsSkippedToItsEnd() throws {
        let text =
            Array("first\n".utf8) + [UInt8](repeating: 120, count: 2 * RecordChunk.maximumLineByteCount + 7)
            + Array("\r\nlast\n".utf8)
        let chunks = try Self.chunks(ByteArrayStream(text))
        #expect(Self.text(try #require(chunks.first)) == "first\n")
        let last = try #require(chunks.last)
        #expect(Self.text(last) == "last\n" && last.firstLine == 3)
        #expect(chunks.count == 3)
        let checker = ChunkChecker(checker: try .standard(), output: .report(JSONReport()))
        var collector = ReportCollector(checker)
        var output: [UInt8] = []
        var unchanged: [UnchangedPlace] = []
        for chunk in chunks { collector.take(checker.check(chunk), into: &output, unchanged: &unchanged) }
        #expect(collector.totals.count(of: .lineTooLong) == 1 && collector.totals.links == 1)
    }

    @Test(arguments: ["\r", "\r\n", "\n"])
    func countsLinesAsEditorsDo(end: String) throws {
        let lines = (0..<9_000).map { "line \($0) " + String(repeating: "é", count: $0 % 97) }
        let text = lines.joined(separator: end) + end
        for portion in [1 << 20, 4_099] {
            let chunks = try Self.chunks(Drip(bytes: Array(text.utf8), portion: portion))
            #expect(chunks.count > 3 && chunks.map(Self.text).joined() == text)
            for chunk in chunks { #expect(Self.text(chunk).hasPrefix("line \(chunk.firstLine - 1) ")) }
        }
    }

    @Test func anUnclosedQuoteIsAnErrorAfterTheRecordsBeforeIt() throws {
        let row = "1,otpauth://totp/a\n"
        let text = String(repeating: row, count: 20_000) + "2,\"otpauth://totp/b\n3,otpauth://totp/c\n"
        var reader = RecordReader(
            Drip(bytes: Array(text.utf8), portion: 9_999), layout: .csv(cell: 1, delimiter: UInt8(ascii: ",")))
        var buffers: [[UInt8]] = []
        var count = 0
        let failure = #expect(throws: SourceError.self) {
            while let chunk = try reader.next(from: &buffers) { count += Self.text(chunk).split(separator: "\n").count }
        }
        #expect(count == 20_000)
        #expect(failure?.code == .corrupt && failure?.message.contains("line 20001") == true)
        #expect(throws: SourceError.self) { try reader.next(from: &buffers) }
    }

    @Test func whatCameBeforeABreakIsReturned() throws {
        var reader = RecordReader(
            Drip(bytes: Array("one\ntwo\nthr".utf8), portion: 4, breaksOff: true), layout: .lines)
        var buffers: [[UInt8]] = []
        let first = try reader.next(from: &buffers)
        #expect(Self.text(try #require(first)) == "one\ntwo\n")
        #expect(throws: SourceError.self) {
            while try reader.next(from: &buffers) != nil {}
        }
    }

    /// The header is the first record, also below empty lines, and may have several lines.
    @Test(arguments: [("url,note", 2), ("\nurl,note", 3), ("url,\"a\nnote\"", 3)])
    func linesAreCountedFromTheHeader(header: String, line: Int) throws {
        var reader = try RecordReader(ByteArrayStream(Array("\(header)\notpauth://totp/a,b\n".utf8)), csvColumn: "url")
        var buffers: [[UInt8]] = []
        #expect(try reader.next(from: &buffers)?.firstLine == line)
    }

    @Test func anEmptyStreamHasNoChunk() throws {
        #expect(try Self.chunks(ByteArrayStream([])).isEmpty)
        #expect(try Self.chunks(ByteArrayStream(Array("a".utf8))).map(Self.text) == ["a"])
    }
}
