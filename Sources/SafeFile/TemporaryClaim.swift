#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Who writes to a temporary name: a program that lives holds a lock on what it created there, and one that was killed
/// does not.
enum TemporaryClaim {
    /// The error if another program writes to the same place.
    ///
    /// - Parameter path: what is to be written.
    static func held(_ path: String) -> FileError {
        FileError(.locked, path: path, detail: "another program is writing it; let it finish and try again")
    }

    /// Whether a file or folder of this name belongs to a program that lives.
    static func isHeld(_ name: String, in folder: OpenFile) -> Bool {
        let descriptor = openat(folder.descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return !lock(descriptor)
    }

    /// Claims what was created under the name, until its descriptor is closed.
    ///
    /// - Returns: false if another program has claimed or replaced it since.
    static func take(_ file: OpenFile, _ name: String, in folder: OpenFile) -> Bool {
        lock(file.descriptor) && isSame(file, name, in: folder)
    }

    /// Whether the name belongs to a file or folder that is open.
    static func isSame(_ file: OpenFile, _ name: String, in folder: OpenFile) -> Bool {
        var own = stat(), found = stat()
        return fstat(file.descriptor, &own) == 0
            && fstatat(folder.descriptor, name, &found, AT_SYMLINK_NOFOLLOW) == 0
            && own.st_dev == found.st_dev && own.st_ino == found.st_ino
    }

    /// - Returns: false if another program holds the lock; true also if the file system has no locks.
    private static func lock(_ descriptor: Int32) -> Bool {
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            if errno != EINTR { return errno != EWOULDBLOCK }
        }
        return true
    }
}
