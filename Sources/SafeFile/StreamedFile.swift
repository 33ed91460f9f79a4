#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Writing of a file of any size, a portion at a time: it stands in its place, whole, once it is finished, and not at
/// all before.
public final class StreamedFile {
    private let path: String
    private let target: String
    private let temporary: String
    private var descriptor: Int32

    /// Opens a new file of mode 0600 in the same folder.
    ///
    /// - throws: ``FileError``.
    public init(_ path: String) throws(FileError) {
        self.path = path
        let target = AtomicFile.resolved(path)
        self.target = target
        let name = target.lastIndex(of: "/").map { target.index(after: $0) } ?? target.startIndex
        temporary = "\(target[..<name]).\(target[name...]).new"
        unlink(temporary)
        descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError(writing: path) }
    }

    deinit {
        guard descriptor >= 0 else { return }
        close(descriptor)
        unlink(temporary)
    }

    public func write(_ bytes: [UInt8]) throws(FileError) {
        try AtomicFile.writeAll(bytes, to: descriptor, path: path)
    }

    /// Syncs it and puts it in place.
    ///
    /// - parameter isReplacing: whether a file that is there goes; without it the name must be free.
    public func finish(replacing isReplacing: Bool) throws(FileError) {
        guard fsync(descriptor) == 0 else { throw FileError(writing: path) }
        if isReplacing {
            guard rename(temporary, target) == 0 else { throw FileError(writing: path) }
        } else {
            // A link fails where the name is taken, so nothing can slip in between a look and the write.
            guard link(temporary, target) == 0 else { throw FileError(writing: path) }
            unlink(temporary)
        }
        close(descriptor)
        descriptor = -1
    }
}
