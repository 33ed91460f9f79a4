import Platform

/// Identifies a file, so that two paths to the same file are equal.
package enum FileIdentity: Sendable, Hashable {
    /// An existing file, by its device and inode: links of both kinds are followed.
    case existing(device: UInt64, inode: UInt64)
    /// A file that does not exist yet, by its path without links.
    case path(String)

    /// - Throws: ``FileError`` if it cannot be told which file it is.
    package init(_ path: String) throws(FileError) {
        var status = stat()
        if stat(path, &status) == 0 {
            self = .existing(
                device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(truncatingIfNeeded: status.st_ino))
        } else {
            guard FileSystem.isAbsence(errno) else { throw FileError(reading: path) }
            self = .path(try FilePath.resolved(path))
        }
    }
}
