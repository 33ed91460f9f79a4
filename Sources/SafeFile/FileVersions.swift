import Platform

/// The earlier versions of a file, beside it: `PATH.bak.1`, the newest, to `PATH.bak.100`.
package enum FileVersions {
    /// The most versions that can be kept.
    package static let most = 100

    package struct Version: Sendable, Hashable {
        /// 1 for the newest.
        package let number: Int
        package let path: String
        /// When the version was written, in seconds since 1970.
        package let time: Int64
        package let byteCount: Int
    }

    /// The versions that exist, newest first. Symbolic links to the file are followed.
    ///
    /// After a save that was killed, they have the numbers that they will have when the next one finishes it.
    ///
    /// - Throws: ``FileError`` if it cannot be told whether there is a version.
    package static func list(of path: String) throws(FileError) -> [Version] { try list(of: path, FileSystem()) }

    static func list(of path: String, _ fileSystem: FileSystem) throws(FileError) -> [Version] {
        var file = path
        if case .link = FolderListing.kind(of: path, followingLinks: false) { file = try FilePath.resolved(path) }
        let files = VersionFiles(of: FilePath(file), fileSystem)
        // Of a relative path, the folder is not part of the versions' paths.
        let folder = file.dropLast(files.name.count)
        return try files.places().sorted { $0.number < $1.number }
            .map { version($0.number, folder + $0.name, $0.status) }
    }

    /// What the names of versions end in, after a dot.
    static func suffix(_ number: Int) -> String { "bak.\(number)" }

    private static func version(_ number: Int, _ path: some StringProtocol, _ status: stat) -> Version {
        #if canImport(Darwin)
            let time = status.st_mtimespec.tv_sec
        #else
            let time = status.st_mtim.tv_sec
        #endif
        return Version(
            number: number, path: String(path), time: Int64(time), byteCount: Int(clamping: status.st_size))
    }
}
