import Containers
import FixtureSupport
import TOTPDomain
import Testing

/// Unpacking all at once, within a limit.
struct GzipTests {
    private static let text = Array("hello hello hello\n".utf8)

    private func failure(_ packed: [UInt8], limit: Int = 1000) -> SourceError? {
        #expect(throws: SourceError.self) { try GzipStream.unpack(packed, limit: limit) }
    }

    @Test("Data that gzip packed is unpacked, whatever its size", arguments: [0, 1, 18, 1000, 1 << 20])
    func unpacks(count: Int) throws {
        var generator = SeededGenerator(seed: 1)
        let bytes = generator.bytes(count)
        #expect(try GzipStream.unpack(Packing.gzip.pack(bytes), limit: count) == bytes)
    }

    @Test("Data that GzipWriter packs is unpacked to the same bytes", arguments: [0, 1, 18, 1 << 20])
    func unpacksWhatIsPackedHere(count: Int) throws {
        var generator = SeededGenerator(seed: 2)
        for bytes in [generator.bytes(count), [UInt8](repeating: 7, count: count)] {
            let packed = try GzipWriter.pack(bytes)
            #expect(packed.starts(with: GzipStream.magic))
            #expect(try GzipStream.unpack(packed, limit: count) == bytes)
        }
    }

    @Test func refusesWhatIsLargerThanTheLimit() throws {
        let packed = try Packing.gzip.pack(Self.text)
        #expect(try GzipStream.unpack(packed, limit: Self.text.count) == Self.text)
        #expect(failure(packed, limit: Self.text.count - 1)?.code == .limitExceeded)
    }

    /// 64 MiB in 64 KiB, whatever size it claims.
    @Test func unpacksNoBomb() throws {
        let bomb = try Packing.gzip.pack(repeatElement([UInt8](repeating: 0, count: 1 << 20), count: 64))
        #expect(bomb.count < 1 << 17)
        #expect(failure(bomb, limit: 1 << 20)?.code == .limitExceeded)
        for claim: [UInt8] in [[0, 0, 0, 0], [100, 0, 0, 0], [0, 0, 16, 0], [0xFF, 0xFF, 0xFF, 0xFF]] {
            #expect(failure(bomb.dropLast(4) + claim, limit: 1 << 20)?.code == .limitExceeded)
        }
    }

    @Test func saysWhereItIsDamaged() throws {
        let packed = try Packing.gzip.pack(Self.text)
        for count in 0..<packed.count {
            #expect(failure(Array(packed.prefix(count)))?.code == .corrupt, "\(count) bytes")
        }
        for tail: [UInt8] in [[1], [1, 2, 3, 4, 5], [0, 0, 1]] {
            #expect(failure(packed + tail)?.code == .corrupt, "\(tail.count) bytes more")
        }
        for size: [UInt8] in [[0, 0, 0, 0], [17, 0, 0, 0], [0xFF, 0xFF, 0xFF, 0xFF]] {
            #expect(failure(packed.dropLast(4) + size)?.code == .corrupt)
        }
    }

    @Test func neverGivesOtherBytes() throws {
        let packed = try Packing.gzip.pack(Self.text)
        for index in packed.indices {
            for bit in 0..<8 {
                var changed = packed
                changed[index] ^= 1 << bit
                if let unpacked = try? GzipStream.unpack(changed, limit: 1000) { #expect(unpacked == Self.text) }
            }
        }
    }

    @Test(
        "zlib and raw deflate are unpacked, and refused if they are cut, too large or of another form",
        arguments: [(Packing.deflate, GzipStream.Form.raw), (.zlib, .zlib)])
    func unpacksOtherForms(packing: Packing, form: GzipStream.Form) throws {
        let packed = try packing.pack(Self.text)
        #expect(try GzipStream.unpack(packed, form: form, limit: Self.text.count) == Self.text)
        // Bytes after the end are ignored.
        #expect(try GzipStream.unpack(packed + [1, 2, 3], form: form, limit: 1000) == Self.text)
        for count in 0..<packed.count {
            #expect(throws: SourceError.self) {
                try GzipStream.unpack(Array(packed.prefix(count)), form: form, limit: 1000)
            }
        }
        #expect(throws: SourceError.self) { try GzipStream.unpack(packed, form: form, limit: Self.text.count - 1) }
        #expect(throws: SourceError.self) { try GzipStream.unpack(packed, limit: 1000) }
    }
}
