import TOTPDomain
import Testing

/// Streams that return fewer bytes than they are asked for, as pipes do.
struct ByteStreamTests {
    private struct Pipe: ByteStream {
        var writes: [[UInt8]]

        mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(SourceError) -> Int {
            guard let first = writes.first else { return 0 }
            let count = min(buffer.count, first.count)
            buffer.copyBytes(from: first[..<count])
            writes[0].removeFirst(count)
            if writes[0].isEmpty { writes.removeFirst() }
            return count
        }
    }

    @Test func readingTheStartLosesNothing() throws {
        var stream: any ByteStream = Pipe(writes: [[1, 2, 3], [4, 5, 6, 7, 8], [9]])
        #expect(try stream.bytes(upTo: 5) == [1, 2, 3, 4, 5])
        #expect(try stream.bytes(upTo: 2) == [6, 7])
        #expect(try stream.bytes(upTo: 100) == [8, 9])
        #expect(try stream.bytes(upTo: 1) == [])
    }
}
