/// Bytes that are read in portions: a file, standard input, compressed data in either.
public protocol ByteStream {
    /// Reads the bytes that are available, up to the buffer's size.
    ///
    /// - Returns: how many; 0 only at the end.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(SourceError) -> Int
}

/// Bytes in memory.
public struct ByteArrayStream: ByteStream {
    private let bytes: [UInt8]
    private var position = 0

    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    public mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(buffer.count, bytes.count - position)
        buffer.copyBytes(from: bytes[position..<(position + count)])
        position += count
        return count
    }
}

/// A stream whose first bytes were read before.
public struct PeekedStream: ByteStream {
    private var head: ByteArrayStream
    private var rest: any ByteStream

    public init(head: [UInt8], rest: any ByteStream) {
        self.head = ByteArrayStream(head)
        self.rest = rest
    }

    public mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(SourceError) -> Int {
        let count = head.read(into: buffer)
        return count > 0 || buffer.isEmpty ? count : try rest.read(into: buffer)
    }
}
