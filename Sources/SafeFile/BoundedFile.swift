#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Reading of whole files, up to a limit.
public enum BoundedFile {
    /// Reads a file.
    ///
    /// - parameter limit: bytes; checked against the file's size before anything is allocated, and again while
    ///   reading, since a file may grow or be a pipe.
    /// - throws: ``FileError``, of kind `tooLarge` above the limit.
    public static func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw FileError(reading: path) }
        defer { close(descriptor) }
        return try read(descriptor, name: path, limit: limit)
    }

    /// Reads standard input to its end.
    public static func readStandardInput(limit: Int) throws(FileError) -> [UInt8] {
        try read(STDIN_FILENO, name: "standard input", limit: limit)
    }

    private static func read(_ descriptor: Int32, name: String, limit: Int) throws(FileError) -> [UInt8] {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileError(reading: name) }
        if status.st_mode & S_IFMT == S_IFDIR { throw FileError(.isFolder, path: name, detail: "") }
        let size = Int(clamping: status.st_size)
        guard size <= limit else { throw tooLarge(name, limit) }

        // One byte more than the file has, so that its end is seen without growing.
        var bytes = [UInt8](repeating: 0, count: max(size + 1, 4096))
        var count = 0
        while true {
            if count == bytes.count {
                guard count <= limit else { throw tooLarge(name, limit) }
                bytes += [UInt8](repeating: 0, count: min(count, limit + 1 - count))
            }
            let read = bytes.withUnsafeMutableBytes { buffer in
                systemRead(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
            }
            if read < 0 {
                if errno == EINTR { continue }
                throw FileError(reading: name)
            }
            if read == 0 { break }
            count += read
        }
        guard count <= limit else { throw tooLarge(name, limit) }
        bytes.removeLast(bytes.count - count)
        return bytes
    }

    private static func tooLarge(_ name: String, _ limit: Int) -> FileError {
        FileError(.tooLarge, path: name, detail: "larger than \(limit >> 20) MiB, the most that is read")
    }
}

/// `read(2)`, which the method of the same name would hide.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}
