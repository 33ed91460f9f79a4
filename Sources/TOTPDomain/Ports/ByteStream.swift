/// Bytes that are read in portions: a file, standard input, compressed data in either.
package protocol ByteStream {
    /// Reads the bytes that are available, up to the buffer's size.
    ///
    /// - Returns: how many; 0 only at the end.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(SourceError) -> Int
}

extension ByteStream {
    /// Reads the bytes that are available into an array, from an index to its end.
    ///
    /// - Returns: how many; 0 only at the end.
    package mutating func read(into bytes: inout [UInt8], from start: Int = 0) throws(SourceError) -> Int {
        try bytes.withUnsafeMutableBytes { buffer in
            Result { () throws(SourceError) in
                try read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[start...]))
            }
        }.get()
    }

    /// The next bytes: as many as requested, or all that are left.
    package mutating func bytes(upTo count: Int) throws(SourceError) -> [UInt8] { try bytes(after: [], upTo: count) }

    /// Bytes that were read before, and the bytes after them: as many as requested in all, or all that are left.
    package mutating func bytes(after head: [UInt8], upTo count: Int) throws(SourceError) -> [UInt8] {
        var bytes = head
        var portion = [UInt8](repeating: 0, count: Swift.min(count, 1 << 16))
        while bytes.count < count {
            // A stream may return fewer bytes than requested; bytes beyond the end would be lost.
            portion.removeLast(Swift.max(0, portion.count - (count - bytes.count)))
            let read = try read(into: &portion)
            if read == 0 { break }
            bytes += portion[..<read]
        }
        return bytes
    }
}

/// A stream that can seek.
package protocol SeekableByteStream: ByteStream {
    /// The number of all bytes.
    var count: Int { get }

    /// Reading continues at the offset, from the start.
    mutating func seek(to offset: Int) throws(SourceError)
}

/// Bytes in memory.
package struct ByteArrayStream: SeekableByteStream {
    private let bytes: [UInt8]
    private var position = 0

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    package var count: Int { bytes.count }

    package mutating func seek(to offset: Int) { position = min(max(0, offset), bytes.count) }

    package mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(buffer.count, bytes.count - position)
        buffer.copyBytes(from: bytes[position..<(position + count)])
        position += count
        return count
    }
}

/// A stream whose first bytes were read before.
package struct PeekedStream: ByteStream {
    private var head: ByteArrayStream
    private var rest: any ByteStream

    package init(head: [UInt8], rest: any ByteStream) {
        self.head = ByteArrayStream(head)
        self.rest = rest
    }

    package mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(SourceError) -> Int {
        let count = head.read(into: buffer)
        return count > 0 || buffer.isEmpty ? count : try rest.read(into: buffer)
    }
}
