import Platform

/// Enough of a file to notice that it was replaced or changed.
package struct FileState: Sendable, Hashable {
    private let device, inode: UInt64
    private let size: Int64
    private let seconds, nanoseconds: Int

    /// Whether a path is a symbolic link, to whatever.
    package static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// Follows links. Nil if the file does not exist.
    package init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        device = UInt64(truncatingIfNeeded: status.st_dev)
        (inode, size) = (UInt64(truncatingIfNeeded: status.st_ino), Int64(status.st_size))
        (seconds, nanoseconds) = (Int(time.tv_sec), Int(time.tv_nsec))
    }
}
