import Platform

/// A path, split into its folder and its name there.
package struct FilePath {
    let folder, name: String

    init(_ path: String) {
        guard let slash = path.lastIndex(of: "/") else {
            (folder, name) = (".", path)
            return
        }
        folder = slash == path.startIndex ? "/" : String(path[..<slash])
        name = String(path[path.index(after: slash)...])
    }

    /// The path of the file itself, symbolic links followed, also those to a file that does not exist yet.
    ///
    /// - Throws: ``FileError`` for links in a circle, and for a folder that cannot be looked at: a file that is written
    ///   must not replace a link.
    package static func resolved(_ path: String) throws(FileError) -> String { try resolved(path, links: 40) }

    /// - Parameter links: how many may be followed, so that links in a circle end.
    private static func resolved(_ path: String, links: Int) throws(FileError) -> String {
        if let real = try real(path) { return real }
        let split = FilePath(path)
        if let destination = try destination(ofLink: path) {
            guard links > 0 else { throw FileError(reading: path, code: ELOOP) }
            return try resolved(
                destination.hasPrefix("/") ? destination : "\(split.folder)/\(destination)", links: links - 1)
        }
        return try real(split.folder).map { "\($0)/\(split.name)" } ?? path
    }

    /// - Returns: nil if it is not a link, or does not exist.
    private static func destination(ofLink path: String) throws(FileError) -> String? {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = buffer.withUnsafeMutableBytes { bytes in
            bytes.baseAddress.map { readlink(path, $0, bytes.count) } ?? 0
        }
        guard count >= 0 else {
            guard errno == EINVAL || FileSystem.isAbsence(errno) else { throw FileError(reading: path) }
            return nil
        }
        guard let destination = String(validating: buffer.prefix(count), as: UTF8.self) else {
            throw FileError(reading: path, code: EILSEQ)
        }
        return destination
    }

    /// - Returns: nil if it does not exist.
    private static func real(_ path: String) throws(FileError) -> String? {
        guard let real = realpath(path, nil) else {
            guard FileSystem.isAbsence(errno) else { throw FileError(reading: path) }
            return nil
        }
        defer { free(real) }
        return String(cString: real)
    }
}

extension String {
    /// The folder that a file's path names.
    package var parentFolder: String { FilePath(self).folder }

    /// The name of the file that a path leads to.
    package var fileName: String { FilePath(self).name }
}
