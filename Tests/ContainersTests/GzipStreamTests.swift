import Containers
import FixtureSupport
import TOTPDomain
import Testing

/// Unpacking in portions of any size gives the same bytes.
struct GzipStreamTests {
    /// Returns a few bytes per read.
    private struct Drip: ByteStream {
        var bytes: [UInt8]
        var portion: Int

        mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
            let count = min(buffer.count, portion, bytes.count)
            buffer.copyBytes(from: bytes[..<count])
            bytes.removeFirst(count)
            return count
        }
    }

    /// “hello hello hello\n”, as gzip packs it without name and time.
    private static let hello: [UInt8] = [
        0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 0x02, 0x03, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x57, 0xC8, 0x40, 0x90, 0x5C, 0x00,
        0x3B, 0x7C, 0x8A, 0xDF, 0x12, 0, 0, 0,
    ]

    private func unpack(_ bytes: [UInt8], portion: Int, size: Int) throws -> String {
        var stream = try GzipStream(Drip(bytes: bytes, portion: portion)) as any ByteStream
        var unpacked: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: size)
        while true {
            let count = try buffer.withUnsafeMutableBytes { try stream.read(into: $0) }
            if count == 0 { return String(decoding: unpacked, as: UTF8.self) }
            unpacked += buffer[..<count]
        }
    }

    @Test("Portions of any size unpack to the same bytes", arguments: [1, 7, 1000], [1, 5, 1000])
    func unpacks(portion: Int, size: Int) throws {
        let whole = String(decoding: try GzipStream.unpack(Self.hello, limit: 100), as: UTF8.self)
        #expect(try unpack(Self.hello, portion: portion, size: size) == whole)
        #expect(try unpack(Self.hello + Self.hello, portion: portion, size: size) == whole + whole)
        #expect(try unpack(Self.hello + [0, 0, 0], portion: portion, size: size) == whole)
    }

    @Test func saysWhereItIsDamaged() throws {
        var changed = Self.hello
        changed[12] ^= 0x40
        for bytes in [changed, Array(Self.hello.dropLast(3)), Self.hello + [1, 2, 3], [0x1F, 0x8B, 9, 9]] {
            let failure = #expect(throws: SourceError.self) { try unpack(bytes, portion: 1000, size: 1000) }
            #expect(failure?.code == .corrupt)
        }
    }

    @Test func saysThatItIsCutOff() {
        for count in 1..<Self.hello.count {
            let failure = #expect(throws: SourceError.self) {
                try unpack(Array(Self.hello.prefix(count)), portion: 7, size: 5)
            }
            #expect(failure?.code == .corrupt, "\(count) bytes")
        }
    }

    @Test func neverGivesOtherText() throws {
        let text = try unpack(Self.hello, portion: 1000, size: 1000)
        for index in Self.hello.indices {
            for bit in 0..<8 {
                var changed = Self.hello
                changed[index] ^= 1 << bit
                if let unpacked = try? unpack(changed, portion: 1000, size: 1000) { #expect(unpacked == text) }
            }
        }
    }

    /// Only one portion of a stream is in memory.
    @Test func unpacksABombInPortions() throws {
        let piece = [UInt8](repeating: 0, count: 1 << 20)
        let bomb = try Packing.gzip.pack(repeatElement(piece, count: 64))
        var stream = try GzipStream(Drip(bytes: bomb, portion: 1 << 16)) as any ByteStream
        var buffer = [UInt8](repeating: 1, count: 1 << 16), total = 0
        while case let count = try buffer.withUnsafeMutableBytes({ try stream.read(into: $0) }), count > 0 {
            total += count
        }
        #expect(total == 64 << 20)
        #expect(buffer.allSatisfy { $0 == 0 })
    }
}
