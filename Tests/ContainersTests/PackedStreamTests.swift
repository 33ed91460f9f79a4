import Containers
import FixtureSupport
import TOTPDomain
import Testing

@Suite("Compressed data other than gzip")
struct PackedStreamTests {
    private static let kinds: [(PackedStream.Compression, ArchiveFile.Filter)] = [
        (.zstd, .zstd), (.xz, .xz), (.bzip2, .bzip2),
    ]

    private static let text: [UInt8] = {
        var generator = SeededGenerator(seed: 5)
        return generator.bytes(30_000) + [UInt8](repeating: 0x20, count: 200_000)
    }()

    private func unpack(_ bytes: [UInt8], _ compression: PackedStream.Compression) throws(SourceError) -> [UInt8] {
        var stream: any ByteStream = try PackedStream(ByteArrayStream(bytes), compression)
        return try stream.bytes(upTo: 1 << 20)
    }

    @Test("Packed data starts with its signature and is unpacked", arguments: kinds)
    func unpacks(compression: PackedStream.Compression, filter: ArchiveFile.Filter) throws {
        let packed = try ArchiveFile.pack(Self.text, filter)
        #expect(packed.starts(with: compression.signature))
        #expect(try unpack(packed, compression) == Self.text)
    }

    @Test("Cut off anywhere, it is an error", arguments: kinds)
    func cutOff(compression: PackedStream.Compression, filter: ArchiveFile.Filter) throws {
        let packed = try ArchiveFile.pack(Self.text, filter)
        for count in stride(from: compression.signature.count, to: packed.count, by: 64) {
            #expect(throws: SourceError.self, "\(count) bytes") { try unpack(Array(packed[..<count]), compression) }
        }
    }

    @Test("Errors of the stream below are passed on", arguments: kinds)
    func errors(compression: PackedStream.Compression, filter: ArchiveFile.Filter) throws {
        struct Failing: ByteStream {
            func read(into buffer: UnsafeMutableRawBufferPointer) throws(SourceError) -> Int {
                throw SourceError(.readFailed, "no disk")
            }
        }
        let packed = try ArchiveFile.pack(Self.text, filter)
        let stream = PeekedStream(head: Array(packed[..<100]), rest: Failing())
        let error = #expect(throws: SourceError.self) {
            var unpacked: any ByteStream = try PackedStream(stream, compression)
            _ = try unpacked.bytes(upTo: 1 << 20)
        }
        #expect(error?.code == .readFailed)
    }
}
