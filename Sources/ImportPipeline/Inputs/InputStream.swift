import SafeFile
import TOTPDomain

/// An input's bytes, in portions.
struct InputStream: ByteStream {
    private let reader: FileReader

    init(_ reader: FileReader) { self.reader = reader }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(SourceError) -> Int {
        do throws(FileError) { return try reader.read(into: buffer) } catch { throw SourceError(error) }
    }
}

/// A regular file's bytes: they can be read several times.
struct SeekableInputStream: SeekableByteStream {
    private let stream: InputStream
    private let reader: FileReader
    let count: Int

    /// Nil for a pipe or a device.
    init?(_ reader: FileReader) throws(FileError) {
        guard let count = try reader.size else { return nil }
        self.count = count
        self.reader = reader
        stream = InputStream(reader)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(SourceError) -> Int {
        try stream.read(into: buffer)
    }

    func seek(to offset: Int) throws(SourceError) {
        do throws(FileError) { try reader.seek(to: offset) } catch { throw SourceError(error) }
    }
}

extension Input {
    /// Opens an input of any size.
    ///
    /// - returns: a ``SeekableByteStream`` if the input can be read again.
    package func stream() throws(SourceError) -> any ByteStream {
        try checkReadable()
        if case .memory(let bytes) = location { return ByteArrayStream(bytes) }
        do throws(FileError) {
            if case .file(let path) = location {
                let reader = try FileReader(path)
                return try SeekableInputStream(reader) ?? InputStream(reader) as any ByteStream
            }
            return InputStream(.standardInput)
        } catch {
            throw SourceError(error)
        }
    }
}
