import Platform

/// An output that is written in pieces. A file appears only when it is complete.
///
/// Only regular files are replaced. A pipe or a device is written to directly, with any policy, and so is the file of
/// standard output or standard error, such as `/dev/stdout`.
package final class StreamedFile {
    private let output: Output

    private enum Output {
        case staged(StagedFile)
        case direct(OpenFile)
    }

    /// - Throws: ``FileError``, of kind `isFolder` for a folder and of kind `notRegular` for targets that cannot be
    ///   written to, such as a disk or a socket.
    package convenience init(_ path: String) throws(FileError) {
        try self.init(path, standardOutputs: [STDOUT_FILENO, STDERR_FILENO])
    }

    /// - Parameter standardOutputs: the descriptors of standard output and standard error.
    init(_ path: String, standardOutputs: [Int32]) throws(FileError) {
        if let file = try Self.direct(path, standardOutputs) {
            output = .direct(file)
        } else {
            output = .staged(try StagedFile(for: path))
        }
    }

    package func write(_ bytes: [UInt8]) throws(FileError) {
        switch output {
        case .staged(let file): try file.write(bytes)
        case .direct(let file): try file.write(bytes)
        }
    }

    /// Whether the output appears only at the end; not so for a pipe or a device.
    package var isStaged: Bool { if case .staged = output { true } else { false } }

    /// Everything that was written, from the disk where the system allows it.
    ///
    /// - Throws: ``FileError``, of kind `tooLarge` above the limit, and of kind `notRegular` for a pipe or a device.
    package func readBack(limit: Int) throws(FileError) -> [UInt8] {
        switch output {
        case .staged(let file): return try file.readBack(limit: limit)
        case .direct(let file): throw FileError(.notRegular, path: file.name, detail: "")
        }
    }

    /// Syncs the file and gives it its name.
    ///
    /// - Throws: ``FileError``; a file of that name is then as it was.
    package func finish(_ policy: OverwritePolicy) throws(FileError) {
        if case .staged(let file) = output { try file.commit(policy) }
    }

    /// The file to write to directly; nil if it is to be replaced, or does not exist.
    private static func direct(_ path: String, _ standardOutputs: [Int32]) throws(FileError) -> OpenFile? {
        var status = stat()
        guard stat(path, &status) == 0 else {
            guard FileSystem.isAbsence(errno) else { throw FileError(writing: path) }
            return nil
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG:
            for standard in standardOutputs {
                var other = stat()
                if fstat(standard, &other) == 0, other.st_dev == status.st_dev, other.st_ino == status.st_ino {
                    return OpenFile(descriptor: standard, name: path, isOwned: false)
                }
            }
            return nil
        case S_IFIFO, S_IFCHR:
            let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
            guard descriptor >= 0 else { throw FileError(writing: path) }
            return OpenFile(descriptor: descriptor, name: path)
        default: return nil
        }
    }
}
