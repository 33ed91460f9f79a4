import Containers
import Encodings
import FixtureSupport
import TOTPDomain
import Testing

@testable import ImportPipeline

@Suite("Compressed files that contain nothing for long")
struct IdleStreamTests {
    private static let kinds: [(compression: Compression, pack: @Sendable ([UInt8]) throws -> [UInt8])] = [
        (
            Compression(signature: GzipStream.magic) { packed throws(SourceError) in try GzipStream(packed) },
            { try Packing.gzip.pack($0) }
        ),
        (
            Compression(signature: PackedStream.Compression.xz.signature) { packed throws(SourceError) in
                try PackedStream(packed, .xz)
            },
            { try ArchiveFile.pack($0, .xz) }
        ),
    ]

    @Test("Zeros after the content are skipped up to the limit; more are an error", arguments: kinds.indices)
    func zeros(index: Int) throws {
        let (compression, pack) = Self.kinds[index]
        let content = Array("the content".utf8), packed = try pack(content), limit = Limit.packedIdle
        for (surplus, isRead) in [(-(1 << 20), true), (1 << 20, false)] {
            let file = packed + [UInt8](repeating: 0, count: limit + surplus)
            let outcome = Result { () throws(SourceError) in
                var stream = try IdleStream(ByteArrayStream(file), compression)
                return try stream.bytes(upTo: 1 << 20)
            }
            if isRead {
                #expect(try outcome.get() == content)
            } else {
                let says = "the file is damaged: \(LimitMessage.packedIdle(limit >> 20)); copy it again"
                #expect(throws: SourceError(.limitExceeded, says)) { try outcome.get() }
            }
        }
    }
}
