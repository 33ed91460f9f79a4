import Platform

/// An open file of the system, closed at the end of its use. Reads and writes continue after a signal.
///
/// Not mapped: another program that shortens a mapped file would end this program with a signal.
package final class OpenFile: Sendable {
    let descriptor: Int32
    /// For messages.
    let name: String
    private let isOwned: Bool

    /// - Parameters:
    ///   - descriptor: open.
    ///   - isOwned: whether it is closed at the end; standard input stays open.
    init(descriptor: Int32, name: String, isOwned: Bool = true) {
        (self.descriptor, self.name, self.isOwned) = (descriptor, name, isOwned)
    }

    /// Opens a file for reading, up to its end.
    ///
    /// - Throws: ``FileError``, of kind `isFolder` for a folder.
    package static func reading(_ path: String) throws(FileError) -> OpenFile {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw FileError(reading: path) }
        let file = OpenFile(descriptor: descriptor, name: path)
        if try file.status().st_mode & S_IFMT == S_IFDIR { throw FileError(.isFolder, path: path, detail: "") }
        return file
    }

    /// Creates a file of mode 0600 in a folder.
    ///
    /// - Parameter path: for messages.
    /// - Throws: ``FileError``, of kind `exists` if there is a file of that name.
    static func creating(_ name: String, in folder: OpenFile, for path: String) throws(FileError) -> OpenFile {
        let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let descriptor = openat(folder.descriptor, name, flags, 0o600)
        guard descriptor >= 0 else { throw FileError(writing: path) }
        let file = OpenFile(descriptor: descriptor, name: path)
        // File systems without permissions, such as FAT, refuse to change them: there, the mount decides who may read.
        guard fchmod(descriptor, 0o600) == 0 || FileSystem.isUnsupported(errno) else {
            let error = FileError(writing: path)
            unlinkat(folder.descriptor, name, 0)
            throw error
        }
        return file
    }

    /// Opens a file that was written and synced, to read it from the disk where the system allows it.
    ///
    /// - Parameter path: for messages.
    static func readingBack(_ name: String, in folder: OpenFile, for path: String) throws(FileError) -> OpenFile {
        let descriptor = openat(folder.descriptor, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(reading: path) }
        #if os(Linux)
            // Synced pages are dropped, so that they have to be read again.
            _ = posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
        #else
            _ = fcntl(descriptor, F_NOCACHE, 1)
        #endif
        return OpenFile(descriptor: descriptor, name: path)
    }

    /// It stays open.
    package static var standardInput: OpenFile {
        OpenFile(descriptor: STDIN_FILENO, name: "standard input", isOwned: false)
    }

    deinit { if isOwned { close(descriptor) } }

    func status() throws(FileError) -> stat {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileError(reading: name) }
        return status
    }

    /// The size of a regular file in bytes; nil for a pipe or a device, in which no position can be chosen.
    package var size: Int? {
        get throws(FileError) {
            let status = try status()
            return status.st_mode & S_IFMT == S_IFREG ? Int(exactly: status.st_size) : nil
        }
    }

    /// Reading and writing continue at the offset, from the start of the file.
    package func seek(to offset: Int) throws(FileError) {
        guard lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else { throw FileError(reading: name) }
    }

    /// - Returns: how many bytes were read; 0 only at the end.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
        while true {
            let count = systemRead(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            guard errno == EINTR else { throw FileError(reading: name) }
        }
    }

    /// Reads up to the end.
    ///
    /// - Parameter limit: bytes; checked against the file's size before anything is allocated, and again while
    ///   reading, since a file may grow or be a pipe.
    /// - Throws: ``FileError``, of kind `tooLarge` above the limit.
    func readAll(limit: Int) throws(FileError) -> [UInt8] {
        let size = Int(clamping: try status().st_size)
        guard size <= limit else { throw tooLarge(limit) }

        // One byte more than the file has, so that its end is detected without growing the buffer.
        var bytes = [UInt8](repeating: 0, count: max(size + 1, 4096))
        var count = 0
        while true {
            if count == bytes.count {
                guard count <= limit else { throw tooLarge(limit) }
                bytes += [UInt8](repeating: 0, count: min(count, limit + 1 - count))
            }
            let outcome = bytes.withUnsafeMutableBytes { buffer in
                Result { () throws(FileError) in
                    try read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
                }
            }
            let added = try outcome.get()
            if added == 0 { break }
            count += added
        }
        guard count <= limit else { throw tooLarge(limit) }
        bytes.removeLast(bytes.count - count)
        return bytes
    }

    private func tooLarge(_ limit: Int) -> FileError {
        FileError(.tooLarge, path: name, detail: "larger than \(limit >> 20) MiB, the most that is read")
    }

    /// Writes all bytes, in several calls if needed.
    func write(_ bytes: [UInt8]) throws(FileError) {
        var start = 0
        while start < bytes.count {
            let written = bytes.withUnsafeBytes { buffer in
                systemWrite(descriptor, buffer.baseAddress.map { $0 + start }, buffer.count - start)
            }
            if written < 0 {
                if errno == EINTR { continue }
                throw FileError(writing: name)
            }
            start += written
        }
    }

    /// Waits until everything that was written is on the disk.
    func sync() throws(FileError) {
        while fsync(descriptor) != 0 {
            guard errno == EINTR else { throw FileError(writing: name) }
        }
    }

    /// Waits until the names in this folder are on the disk, after a file got its name there.
    ///
    /// - Parameter path: the file.
    /// - Throws: ``FileError`` of kind `notConfirmed`.
    func syncNames(of path: String) throws(FileError) {
        while fsync(descriptor) != 0 {
            // Some network file systems cannot sync a folder.
            if errno == EINVAL { return }
            guard errno == EINTR else {
                throw FileError(.notConfirmed, path: path, detail: String(cString: strerror(errno)))
            }
        }
    }
}

/// `read(2)`, which the method of the same name would hide.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}

/// `write(2)`, which the method of the same name would hide.
private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, buffer, count)
}
