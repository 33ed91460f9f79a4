#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A path, split into its folder and its name there.
struct FilePath {
    let folder: String
    let name: String

    init(_ path: String) {
        guard let slash = path.lastIndex(of: "/") else {
            (folder, name) = (".", path)
            return
        }
        folder = slash == path.startIndex ? "/" : String(path[..<slash])
        name = String(path[path.index(after: slash)...])
    }

    /// The path of the file itself, symbolic links followed. If there is no such file yet, the links of its folder are
    /// followed.
    static func resolved(_ path: String) -> String {
        if let real = real(path) { return real }
        let split = FilePath(path)
        return real(split.folder).map { "\($0)/\(split.name)" } ?? path
    }

    private static func real(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}
