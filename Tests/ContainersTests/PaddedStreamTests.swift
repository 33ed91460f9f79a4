import Encodings
import FixtureSupport
import TOTPDomain
import Testing

@testable import Containers

@Suite("Archives in files that go on for ever")
struct PaddedStreamTests {
    private static let entry = ArchiveFile.Entry("first.txt", "the first")

    /// Some bytes, then as many zeros as are requested. With a count, reading can continue anywhere.
    private class ZerosAfter: ByteStream {
        let start: [UInt8]
        var position = 0
        var readCount = 0

        init(_ start: [UInt8]) { self.start = start }

        func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
            _ = buffer.initializeMemory(as: UInt8.self, repeating: 0)
            if position < start.count { buffer.copyBytes(from: start[position...].prefix(buffer.count)) }
            position += buffer.count
            readCount += buffer.count
            return buffer.count
        }
    }

    private final class SeekableZerosAfter: ZerosAfter, SeekableByteStream {
        let count = 1 << 50

        func seek(to offset: Int) { position = offset }
    }

    private static func zeros() -> SourceError {
        SourceError(
            .limitExceeded,
            "\(LimitMessage.archiveZeros(Limit.archiveZeros >> 20)), and what is after them is not read",
            .text("copy the archive again from its source"))
    }

    private func read(
        _ stream: any ByteStream, _ kind: ArchiveKind
    ) throws -> (names: [String], failure: SourceError?) {
        let reader = try LibArchiveOpener().open(stream, kind, passphrase: nil)
        var names: [String] = []
        do throws(SourceError) {
            while let member = try reader.next() {
                names.append(member.name)
                _ = try? reader.content(limit: 1 << 20)
            }
        } catch { return (names, error) }
        return (names, nil)
    }

    @Test("After a tar archive, zeros are read up to the limit, and no more", arguments: [false, true])
    func tar(isSeekable: Bool) throws {
        let file = try ArchiveFile([Self.entry]).bytes(.tar)
        let stream = isSeekable ? SeekableZerosAfter(file) : ZerosAfter(file)
        let (names, failure) = try read(stream, .tar)
        #expect(names == ["first.txt"])
        #expect(failure == Self.zeros())
        #expect(stream.readCount < Limit.archiveZeros + (1 << 20))
        let zeros = Limit.archiveZeros
        let fitting = try read(ByteArrayStream(file + [UInt8](repeating: 0, count: zeros - file.count)), .tar)
        #expect(fitting.failure == nil)
    }

    @Test("In a file, a member of a tar archive that is too large is skipped without reading it")
    func skipped() throws {
        var header = Array(try ArchiveFile([Self.entry]).bytes(.tar)[..<512])
        // 8 GiB in octal digits, and the sum of the header's bytes.
        header.replaceSubrange(124..<136, with: Array("77777777777\0".utf8))
        header.replaceSubrange(148..<156, with: [UInt8](repeating: 0x20, count: 8))
        let sum = String(header.reduce(0) { $0 + Int($1) }, radix: 8)
        header.replaceSubrange(148..<156, with: Array("\("00000\(sum)".suffix(6))\0 ".utf8))
        let stream = SeekableZerosAfter(header)
        let (names, failure) = try read(stream, .tar)
        #expect(names == ["first.txt"])
        #expect(failure == Self.zeros())
        #expect(stream.readCount < Limit.archiveZeros + (1 << 20))
    }

    @Test("A zip archive without its end is read up to as many zeros")
    func zip() throws {
        let file = try ZipFile([.init("first.txt", "the first"), .init("second.txt", "the second")]).bytes()
        let stream = SeekableZerosAfter(Array(file.prefix(60)))
        let (_, failure) = try read(stream, .zip)
        #expect(failure != nil)
        #expect(stream.readCount < Limit.archiveZeros + (2 << 20))
    }

    @Test("After as many damaged headers as the limit, a tar archive is read on; after more it is not")
    func damaged() throws {
        let limit = Limit.archiveDamage
        let file = try ArchiveFile([Self.entry]).bytes(.tar)
        for count in [limit, limit + 1] {
            let damage = [UInt8](repeating: 0x78, count: 512 * count)
            let (names, failure) = try read(ByteArrayStream(Array(file[..<1024]) + damage + file), .tar)
            #expect(names.count == (count == limit ? 2 : 1))
            #expect(failure == SourceError(.corrupt, LimitMessage.archiveDamage()))
        }
    }
}
