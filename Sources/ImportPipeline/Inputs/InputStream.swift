import SafeFile
public import TOTPDomain

/// An input's bytes, in portions.
struct InputStream: ByteStream {
    private let reader: FileReader

    init(_ reader: FileReader) { self.reader = reader }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(SourceError) -> Int {
        do throws(FileError) { return try reader.read(into: buffer) } catch { throw SourceError(error) }
    }
}

extension Input {
    /// Opens an input of any size.
    public func stream() throws(SourceError) -> any ByteStream {
        try checkReadable()
        if case .memory(let bytes) = location { return ByteArrayStream(bytes) }
        do throws(FileError) {
            if case .file(let path) = location { return InputStream(try FileReader(path)) }
            return InputStream(.standardInput)
        } catch {
            throw SourceError(error)
        }
    }
}
