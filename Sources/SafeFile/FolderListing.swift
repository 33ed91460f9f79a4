#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The contents of a folder.
package enum FolderListing {
    package enum Kind: Sendable {
        case file, folder, link
        /// A device, a pipe or a socket.
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
        case S_IFREG: return .file
        case S_IFDIR: return .folder
        case S_IFLNK: return .link
        default: return .other
        }
    }

    /// The names in a folder, in no order, without `.` and `..`. A name that is not valid UTF-8 is repaired; there is no
    /// file of that name, so reading it fails with its own message.
    package static func names(in folder: String) throws(FileError) -> [String] {
        guard let stream = opendir(folder) else { throw FileError(reading: folder) }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
