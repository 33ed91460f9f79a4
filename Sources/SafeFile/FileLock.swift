import Platform

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
        guard descriptor >= 0 else { throw FileError(writing: lockPath) }
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
