import CProcess
import Platform

/// System calls that tests replace, to simulate a disk that damages data, a file system without hard links, or calls
/// that fail.
package struct FileSystem: Sendable {
    /// Takes a folder, the name of a file in it, and another name there. Returns 0, or the system's error number.
    package typealias Naming = @Sendable (_ folder: Int32, _ old: String, _ new: String) -> Int32

    /// Called once a new file was written and synced, with its path.
    package var didSync: @Sendable (String) -> Void = { _ in }
    /// Renames a file, which replaces the file of the new name.
    package var rename: Naming = { code(renameat($0, $1, $0, $2)) }
    /// Renames a file, and fails if there is a file of the new name.
    package var renameExclusively: Naming = { code(cprocess_rename_exclusively($0, $1, $2)) }
    /// Finds the kind of file that a name belongs to, without following a link. Returns 0, or the system's error
    /// number.
    var status: @Sendable (_ folder: Int32, _ name: String, _ status: inout stat) -> Int32 = {
        code(fstatat($0, $1, &$2, AT_SYMLINK_NOFOLLOW))
    }
    /// Gives a file a second name, and fails if there is a file of that name.
    package var link: Naming = { code(linkat($0, $1, $0, $2, 0)) }

    package init() {}

    private static func code(_ result: Int32) -> Int32 { result == 0 ? 0 : errno }

    /// Whether an error number means that the file system does not support the call.
    static func isUnsupported(_ code: Int32) -> Bool {
        [EPERM, EINVAL, ENOSYS, ENOTSUP, EOPNOTSUPP, EMLINK].contains(code)
    }

    /// Whether an error number means that nothing has a name. After any other, something may have it.
    static func isAbsence(_ code: Int32) -> Bool { code == ENOENT || code == ENOTDIR }
}

/// Reading of whole files, up to a limit.
package enum BoundedFile {
    /// Reads a file.
    ///
    /// - Parameter limit: bytes.
    /// - Throws: ``FileError``, of kind `tooLarge` above the limit.
    package static func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
        try OpenFile.reading(path).readAll(limit: limit)
    }

    /// Reads standard input to its end.
    package static func readStandardInput(limit: Int) throws(FileError) -> [UInt8] {
        try OpenFile.standardInput.readAll(limit: limit)
    }
}

/// Identifies a file, so that two paths to the same file are equal.
package enum FileIdentity: Sendable, Hashable {
    /// An existing file, by its device and inode: links of both kinds are followed.
    case existing(device: UInt64, inode: UInt64)
    /// A file that does not exist yet, by its path without links.
    case path(String)

    /// - Throws: ``FileError`` if it is unknown which file it is.
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

/// An advisory lock on `PATH.lock`, held until it goes out of scope.
///
/// The lock is a separate file because the file that it guards is replaced at each write. It is never removed:
/// otherwise two writers could hold two locks. It is next to the file itself, not to a link, so that all writers
/// of the file use the same lock.
package struct FileLock: ~Copyable {
    private let descriptor: Int32

    /// - Parameter seconds: how long to wait for another holder.
    /// - Throws: ``FileError``, of kind `locked` if another process holds the lock all that time.
    package init(for path: String, waiting seconds: Int = 5) throws(FileError) {
        let lockPath = "\(try FilePath.resolved(path)).lock"
        let descriptor = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            let code = errno
            // Without a folder, it is not the lock that is missing.
            throw FileError(writing: FileSystem.isAbsence(code) ? path : lockPath, code: code)
        }
        var tries = seconds * 20
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let code = errno
            guard code == EWOULDBLOCK || code == EINTR else {
                close(descriptor)
                throw FileError(writing: lockPath, code: code)
            }
            guard tries > 0 else {
                close(descriptor)
                throw FileError(.locked, path: path, detail: "locked by another program for over \(seconds) seconds")
            }
            tries -= 1
            usleep(50_000)
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }
}
