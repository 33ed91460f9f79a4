#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Writing of whole files, so that at any moment the old file or the new one stands there, whole.
public enum AtomicFile {
    /// What happens to a file that is there.
    public enum OverwritePolicy: Sendable { case refuse, replace, replaceKeepingBackup }

    /// Writes to a new file of mode 0600 in the same folder, syncs it, puts it in place, and syncs the folder.
    ///
    /// A link to a file stays a link. On any failure the new file is removed and the old one stands. A process that
    /// is killed may leave the new file behind; the next write to the same place takes it away. Two writers at once
    /// must hold a ``FileLock``.
    ///
    /// - parameter existing: with ``OverwritePolicy/replaceKeepingBackup`` the old file is kept as `PATH.bak`.
    /// - throws: ``FileError``.
    public static func write(_ bytes: [UInt8], to path: String, existing: OverwritePolicy) throws(FileError) {
        let target = resolved(path)
        let (folder, name) = split(target)
        let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw FileError(writing: folder) }
        defer { close(directory) }

        let temporary = ".\(name).new"
        try create(temporary, in: directory, folder: folder, bytes)
        do throws(FileError) {
            switch existing {
            case .refuse:
                // A link fails where the name is taken, so nothing can slip in between a look and the write.
                guard linkat(directory, temporary, directory, name, 0) == 0 else { throw FileError(writing: path) }
                unlinkat(directory, temporary, 0)
            case .replaceKeepingBackup:
                try keepBackup(of: name, in: directory, folder: folder)
                try rename(temporary, to: name, in: directory, path: path)
            case .replace:
                try rename(temporary, to: name, in: directory, path: path)
            }
        } catch {
            unlinkat(directory, temporary, 0)
            throw error
        }
        guard fsync(directory) == 0 else { throw FileError(writing: folder) }
    }

    private static func create(
        _ name: String, in directory: Int32, folder: String, _ bytes: [UInt8]
    ) throws(FileError) {
        let path = "\(folder)/\(name)"
        unlinkat(directory, name, 0)
        let descriptor = openat(directory, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError(writing: path) }
        do throws(FileError) {
            defer { close(descriptor) }
            try writeAll(bytes, to: descriptor, path: path)
            guard fchmod(descriptor, 0o600) == 0, fsync(descriptor) == 0 else { throw FileError(writing: path) }
        } catch {
            unlinkat(directory, name, 0)
            throw error
        }
    }

    /// Writes all bytes, however many calls that takes.
    public static func writeAll(_ bytes: [UInt8], to descriptor: Int32, path: String) throws(FileError) {
        var start = 0
        while start < bytes.count {
            let written = bytes.withUnsafeBytes { buffer in
                systemWrite(descriptor, buffer.baseAddress.map { $0 + start }, buffer.count - start)
            }
            if written < 0 {
                if errno == EINTR { continue }
                throw FileError(writing: path)
            }
            start += written
        }
    }

    private static func rename(
        _ old: String, to new: String, in directory: Int32, path: String
    ) throws(FileError) {
        guard renameat(directory, old, directory, new) == 0 else { throw FileError(writing: path) }
    }

    /// A second name for the old file costs no space and no time; where the file system knows none, a copy is made.
    private static func keepBackup(of name: String, in directory: Int32, folder: String) throws(FileError) {
        let next = ".\(name).bak.new"
        unlinkat(directory, next, 0)
        if linkat(directory, name, directory, next, 0) != 0 {
            if errno == ENOENT { return }
            try create(next, in: directory, folder: folder, BoundedFile.read("\(folder)/\(name)", limit: 1 << 30))
        }
        do throws(FileError) {
            try rename(next, to: "\(name).bak", in: directory, path: "\(folder)/\(name).bak")
        } catch {
            unlinkat(directory, next, 0)
            throw error
        }
    }

    private static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        return (slash == path.startIndex ? "/" : String(path[..<slash]), String(path[path.index(after: slash)...]))
    }

    /// The file that a path means: links followed, so that a link itself is not replaced. Of a file that is not there
    /// yet, its folder's links are followed.
    public static func resolved(_ path: String) -> String {
        if let real = realPath(path) { return real }
        let (folder, name) = split(path)
        return realPath(folder).map { "\($0)/\(name)" } ?? path
    }

    private static func realPath(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}

/// `write(2)`, which the method of the same name would hide.
private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, buffer, count)
}
