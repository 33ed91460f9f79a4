import Encodings
import TOTPDomain

/// The bytes of an archive whose members are found in sequence: of a tar, or of a zip without its end.
///
/// The library looks for another member after any number of zeros. Here they are limited: a file of zeros may have any
/// size and need no space.
class PaddedStream: ByteStream {
    fileprivate var stream: any ByteStream
    /// The zeros at the end of the bytes read so far.
    fileprivate var zeroCount = 0
    /// The size of the current member, as claimed: its content may be zeros.
    var memberSize = 0

    fileprivate init(_ stream: any ByteStream) { self.stream = stream }

    /// - Parameter stream: if it is seekable, so is the result: members that are not read need no reading then.
    static func reading(_ stream: any ByteStream) -> PaddedStream {
        if let stream = stream as? any SeekableByteStream { return SeekablePaddedStream(stream) }
        return PaddedStream(stream)
    }

    /// Whether a tar archive was not cut off between two members: it ends with zeros. Some programs write one block of
    /// them instead of two.
    var endsWithZeros: Bool { zeroCount >= 512 }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(SourceError) -> Int {
        let count = try stream.read(into: buffer)
        let zeros = Self.zerosAtEnd(of: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        zeroCount = zeros == count ? zeroCount + count : zeros
        let limit = Limit.archiveZeros
        guard zeroCount - limit <= memberSize else {
            throw SourceError(
                .limitExceeded,
                "the archive has more than \(limit >> 20) MiB of zeros between two files, and what is after them is not read",
                "copy the archive again from its source")
        }
        return count
    }

    private static func zerosAtEnd(of bytes: UnsafeRawBufferPointer) -> Int {
        var end = bytes.count
        while end >= 8, bytes.loadUnaligned(fromByteOffset: end - 8, as: UInt64.self) == 0 { end -= 8 }
        while end > 0, bytes[end - 1] == 0 { end -= 1 }
        return bytes.count - end
    }
}

private final class SeekablePaddedStream: PaddedStream, SeekableByteStream {
    let count: Int

    init(_ stream: any SeekableByteStream) {
        count = stream.count
        super.init(stream)
    }

    func seek(to offset: Int) throws(SourceError) {
        guard var seekable = stream as? any SeekableByteStream else { return }
        try seekable.seek(to: offset)
        stream = seekable
        (zeroCount, memberSize) = (0, 0)
    }
}
