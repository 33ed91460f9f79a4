/// Bytes that come one portion after the other: a file, standard input, what is packed in either.
public protocol ByteStream {
    /// Reads as many bytes as there are, up to the buffer's size.
    ///
    /// - returns: how many; 0 at the end alone.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(SourceError) -> Int
}

/// Bytes that are there already.
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

/// A stream of which the first bytes were looked at before.
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
