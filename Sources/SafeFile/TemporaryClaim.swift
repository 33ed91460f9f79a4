import Platform

/// Whether a temporary file is in use: a running writer holds a lock on it, and a writer that was killed does not.
enum TemporaryClaim {
    /// The error if another program writes to the same place.
    ///
    /// - Parameter path: the file to write.
    static func held(_ path: String) -> FileError {
        FileError(.locked, path: path, detail: "another program is writing it")
    }

    /// Whether a file or folder of this name belongs to a running program.
    ///
    /// - Throws: ``FileError`` if that cannot be decided.
    static func isHeld(_ name: String, in folder: OpenFile) throws(FileError) -> Bool {
        let descriptor = openat(folder.descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            // This program creates no links or sockets.
            guard FileSystem.isAbsence(errno) || [ELOOP, EMLINK, ENXIO, EOPNOTSUPP].contains(errno) else {
                throw FileError(writing: "\(folder.name)/\(name)")
            }
            return false
        }
        defer { close(descriptor) }
        return !lock(descriptor)
    }

    /// Claims the file that was created under the name, until its descriptor is closed.
    ///
    /// - Returns: false if another program has claimed or replaced it since.
    static func take(
        _ file: OpenFile, _ name: String, in folder: OpenFile, _ fileSystem: FileSystem
    ) throws(FileError) -> Bool {
        guard lock(file.descriptor) else { return false }
        return try isSame(file, name, in: folder, fileSystem)
    }

    /// Whether the name belongs to a file or folder that is open.
    ///
    /// - Throws: ``FileError`` if that cannot be decided.
    static func isSame(
        _ file: OpenFile, _ name: String, in folder: OpenFile, _ fileSystem: FileSystem
    ) throws(FileError) -> Bool {
        var found = stat()
        let code = fileSystem.status(folder.descriptor, name, &found)
        if FileSystem.isAbsence(code) { return false }
        guard code == 0 else { throw FileError(writing: "\(folder.name)/\(name)", code: code) }
        let own = try file.status()
        return own.st_dev == found.st_dev && own.st_ino == found.st_ino
    }

    /// - Returns: false if another program holds the lock; true also if the file system has no locks.
    private static func lock(_ descriptor: Int32) -> Bool {
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            if errno != EINTR { return errno != EWOULDBLOCK }
        }
        return true
    }
}
