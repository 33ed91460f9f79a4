#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The earlier versions of a file, beside it: `PATH.bak.1`, the newest, to `PATH.bak.100`.
///
/// Earlier releases kept one version, as `PATH.bak`. It is older than all others.
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
    package static func list(of path: String) -> [Version] {
        var file = path
        if case .link = FolderListing.kind(of: path, followingLinks: false) { file = FilePath.resolved(path) }
        var versions: [Version] = []
        for number in 1...most {
            if let version = version(number, "\(file).\(suffix(number))") { versions.append(version) }
        }
        if let old = version((versions.last?.number ?? 0) + 1, "\(file).\(oldSuffix)") { versions.append(old) }
        return versions
    }

    /// What the names of versions end in, after a dot.
    static func suffix(_ number: Int) -> String { "bak.\(number)" }
    static let oldSuffix = "bak"

    private static func version(_ number: Int, _ path: String) -> Version? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        #if canImport(Darwin)
            let time = status.st_mtimespec.tv_sec
        #else
            let time = status.st_mtim.tv_sec
        #endif
        return Version(number: number, path: path, time: Int64(time), byteCount: Int(clamping: status.st_size))
    }
}
