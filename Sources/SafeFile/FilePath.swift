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

    /// The path of the file itself, symbolic links followed, also those to a file that does not exist yet.
    static func resolved(_ path: String) -> String { resolved(path, links: 40) }

    /// - parameter links: how many may be followed, so that links in a circle end.
    private static func resolved(_ path: String, links: Int) -> String {
        if let real = real(path) { return real }
        let split = FilePath(path)
        if links > 0, let destination = destination(ofLink: path) {
            return resolved(
                destination.hasPrefix("/") ? destination : "\(split.folder)/\(destination)", links: links - 1)
        }
        return real(split.folder).map { "\($0)/\(split.name)" } ?? path
    }

    private static func destination(ofLink path: String) -> String? {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = buffer.withUnsafeMutableBytes { bytes in
            bytes.baseAddress.map { readlink(path, $0, bytes.count) } ?? 0
        }
        return count > 0 ? String(validating: buffer.prefix(count), as: UTF8.self) : nil
    }

    private static func real(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}
