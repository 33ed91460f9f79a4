#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Reading of a file from begin to end, a portion at a time.
///
/// Not mapped: a program that shortens a mapped file would end this one with a signal.
public final class FileReader {
    private let descriptor: Int32
    private let name: String

    /// - throws: ``FileError``, of kind `isFolder` for a folder.
    public init(_ path: String) throws(FileError) {
        name = path
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw FileError(reading: path) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileError(reading: path) }
        if status.st_mode & S_IFMT == S_IFDIR { throw FileError(.isFolder, path: path, detail: "") }
    }

    private init(descriptor: Int32, name: String) {
        self.descriptor = descriptor
        self.name = name
    }

    /// Standard input, which stays open.
    public static var standardInput: FileReader { FileReader(descriptor: STDIN_FILENO, name: "standard input") }

    deinit { if descriptor >= 0, descriptor != STDIN_FILENO { close(descriptor) } }

    /// - returns: how many bytes were read; 0 at the end alone.
    public func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
        while true {
            let count = systemRead(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            guard errno == EINTR else { throw FileError(reading: name) }
        }
    }
}

/// `read(2)`, which the method of the same name would hide.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}
