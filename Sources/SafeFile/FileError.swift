#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Why a file cannot be read or written.
package struct FileError: Error, Sendable, Hashable, CustomStringConvertible {
    package let kind: Kind
    package let path: String
    /// The system's message, or more about the kind.
    package let detail: String

    package enum Kind: Sendable, Hashable {
        case notFound, permissionDenied, isFolder, exists, tooLarge, noSpace, locked, readFailed, writeFailed
        /// A device, a pipe or a socket, where a file is needed.
        case notRegular
        /// A folder with something in it, where an empty or a new one is needed.
        case notEmpty
        /// A file, where a folder is needed.
        case notFolder
        /// The new file has its name, but the disk did not confirm that the name will survive a power failure.
        case notConfirmed
        /// Nobody reads the pipe any more.
        case brokenPipe
        /// A file with other content than it should have.
        case foreign
    }

    package init(_ kind: Kind, path: String, detail: String) {
        self.kind = kind
        self.path = path
        self.detail = detail
    }

    /// - Parameter code: the system's error number.
    init(reading path: String, code: Int32 = errno) { self.init(path: path, code: code, otherwise: .readFailed) }

    init(writing path: String, code: Int32 = errno) { self.init(path: path, code: code, otherwise: .writeFailed) }

    private init(path: String, code: Int32, otherwise: Kind) {
        switch code {
        case _ where FileSystem.isAbsence(code): kind = .notFound
        case EACCES, EPERM, EROFS: kind = .permissionDenied
        case EISDIR: kind = .isFolder
        case EEXIST: kind = .exists
        case EPIPE: kind = .brokenPipe
        case ENOSPC, EDQUOT, EFBIG: kind = .noSpace
        default: kind = otherwise
        }
        self.path = path
        detail = String(cString: strerror(code))
    }

    /// Whether the file was written all the same.
    package var isWritten: Bool { kind == .notConfirmed }

    /// One line: what is wrong and what to do, without the path.
    package var advice: String {
        switch kind {
        case .notFound: "no such file or folder; check the name"
        case .permissionDenied: "no permission (\(detail)); check the permissions of the file and its folder"
        case .isFolder: "is a folder; name a file"
        case .notRegular: "is not a regular file; choose another name"
        case .notEmpty: "the folder is not empty; name a new one"
        case .notFolder: "is a file, not a folder; name a new folder"
        case .exists: "already exists; choose another name, or add --force to overwrite it"
        case .tooLarge: detail
        case .noSpace: "the disk is full (\(detail)); free some space and try again"
        case .locked: detail
        case .readFailed: "cannot be read (\(detail)); check the file and the disk"
        case .notConfirmed: "is written, but the disk did not confirm it (\(detail)); check the file and the disk"
        case .brokenPipe: "the reader closed the pipe"
        case .foreign: "\(detail); choose another name"
        case .writeFailed: "cannot be written (\(detail)); check the disk, or choose another place"
        }
    }

    package var description: String { "\(path): \(advice)" }
}
