import Encodings
import SafeFile
import TOTPDomain

/// An input's bytes, in portions.
struct InputStream: ByteStream {
    private let reader: OpenFile

    init(_ reader: OpenFile) { self.reader = reader }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(SourceError) -> Int {
        do throws(FileError) { return try reader.read(into: buffer) } catch { throw SourceError(error) }
    }
}

/// A regular file's bytes: they can be read several times.
struct SeekableInputStream: SeekableByteStream {
    private let reader: OpenFile
    let count: Int

    /// Nil for a pipe or a device.
    init?(_ reader: OpenFile) throws(FileError) {
        guard let count = try reader.size else { return nil }
        (self.count, self.reader) = (count, reader)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(SourceError) -> Int {
        try InputStream(reader).read(into: buffer)
    }

    func seek(to offset: Int) throws(SourceError) {
        do throws(FileError) { try reader.seek(to: offset) } catch { throw SourceError(error) }
    }
}

extension Input {
    /// Opens an input of any size.
    ///
    /// - Returns: a ``SeekableByteStream`` if the input can be read again.
    package func stream() throws(SourceError) -> any ByteStream {
        try checkReadable()
        if case .memory(let bytes) = location { return ByteArrayStream(bytes) }
        do throws(FileError) {
            if case .file(let path) = location {
                let reader = try OpenFile.reading(path)
                return try SeekableInputStream(reader) ?? InputStream(reader) as any ByteStream
            }
            return InputStream(.standardInput)
        } catch { throw SourceError(error) }
    }
}

/// A compression that an input of any kind may have around it.
package struct Compression: Sendable {
    /// The first bytes of compressed data.
    package let signature: [UInt8]
    /// Unpacks in portions, so that a small file cannot fill the memory.
    let unpack: @Sendable (any ByteStream) throws(SourceError) -> any ByteStream

    package init(
        signature: [UInt8], unpack: @escaping @Sendable (any ByteStream) throws(SourceError) -> any ByteStream
    ) {
        (self.signature, self.unpack) = (signature, unpack)
    }
}

/// Unpacks a stream, and ends with an error once too much of it contains nothing: after the end of the content, the
/// libraries skip any number of zeros and of empty pieces.
struct IdleStream: ByteStream {
    private var unpacked: any ByteStream
    private let meter: Meter

    /// The packed bytes that were read since something came out.
    private final class Meter {
        var idle = 0
    }

    init(_ packed: any ByteStream, _ compression: Compression) throws(SourceError) {
        let (meter, limit) = (Meter(), Limit.packedIdle)
        self.meter = meter
        let metered = MeteredStream(packed) { count throws(SourceError) in
            meter.idle += count
            guard meter.idle <= limit else {
                throw SourceError(
                    .limitExceeded,
                    "the file is damaged: more than \(limit >> 20) MiB of it contain nothing", .copyAgain)
            }
        }
        unpacked = try compression.unpack(metered)
    }

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(SourceError) -> Int {
        let count = try unpacked.read(into: buffer)
        if count > 0 { meter.idle = 0 }
        return count
    }
}
