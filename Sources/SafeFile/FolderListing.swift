import CProcess
import Platform

/// The contents of a folder.
package enum FolderListing {
    package enum Kind: Sendable {
        case file, folder, link
        /// A device, a pipe, a socket, or a file that the kernel makes up (`/proc/kmsg`): reading it may never end.
        case other
        case unreadable(FileError)
    }

    /// - Parameter followingLinks: whether to return the kind of a link's target.
    package static func kind(of path: String, followingLinks: Bool = true) -> Kind {
        var status = stat()
        guard (followingLinks ? stat(path, &status) : lstat(path, &status)) == 0 else {
            return .unreadable(FileError(reading: path))
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG:
            guard status.st_size == 0 else { return .file }
            switch cprocess_is_of_kernel(path) {
            case 0: return .file
            case 1: return .other
            default: return .unreadable(FileError(reading: path))
            }
        case S_IFDIR: return .folder
        case S_IFLNK: return .link
        default: return .other
        }
    }

    /// Returns the kind of file at a path, following links; nil if nothing is there.
    ///
    /// - Throws: ``FileError`` if that cannot be decided: a file may exist.
    package static func existing(_ path: String) throws(FileError) -> Kind? {
        let kind = kind(of: path)
        guard case .unreadable(let problem) = kind else { return kind }
        guard problem.kind == .notFound else { throw problem }
        return nil
    }

    /// The names in a folder, in no order, without `.` and `..`.
    ///
    /// - Parameters:
    ///   - prefix: put before each name.
    ///   - repaired: gets each name that is not valid UTF-8, as it is shown and without the prefix. It must not be
    ///     opened: there may be another file of that name.
    package static func names(
        in folder: String, prefix: String = "", repaired: (String) -> Void = { _ in }
    ) throws(FileError) -> [String] {
        guard let stream = opendir(folder) else { throw FileError(reading: folder) }
        defer { closedir(stream) }
        var names: [String] = []
        while true {
            // Only this tells the end from a failure.
            errno = 0
            guard let entry = readdir(stream) else {
                guard errno == 0 else { throw FileError(reading: folder) }
                return names
            }
            let (name, isRepaired) = withUnsafeBytes(of: &entry.pointee.d_name) { buffer in
                let bytes = buffer.prefix { $0 != 0 }
                guard let name = String(validating: bytes, as: UTF8.self) else {
                    return (String(decoding: bytes, as: UTF8.self), true)
                }
                return (name, false)
            }
            if isRepaired {
                repaired(name)
            } else if name != ".", name != ".." {
                names.append(prefix + name)
            }
        }
    }
}
