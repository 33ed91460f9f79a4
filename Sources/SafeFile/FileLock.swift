#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// An advisory lock on `PATH.lock`, held until it goes out of scope.
///
/// The lock has a file of its own because the file that it guards is replaced at each write. It stays behind: to
/// remove it would let two writers hold two locks. It stands beside the file itself, not beside a link to it, so that
/// all who write the file meet there.
public struct FileLock: ~Copyable {
    private let descriptor: Int32

    /// - parameter seconds: how long to wait for another holder.
    /// - throws: ``FileError``, of kind `locked` when another process holds the lock all that time.
    public init(for path: String, waiting seconds: Int = 5) throws(FileError) {
        let lockPath = "\(AtomicFile.resolved(path)).lock"
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
                throw FileError(
                    .locked, path: path,
                    detail: "locked by another program for over \(seconds) seconds; let it finish and try again")
            }
            tries -= 1
            usleep(50_000)
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }
}
