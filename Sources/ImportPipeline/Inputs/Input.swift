import Encodings
import SafeFile
public import TOTPDomain

/// One thing to read: a file, standard input, or a place where neither is.
public struct Input: Sendable, Hashable {
    /// As messages and reports call it: the path as it was given, or `-`.
    public var name: String
    public var location: Location
    /// The folder argument that it was found in; nil for what was named itself.
    public var folder: String?

    public enum Location: Sendable, Hashable {
        case file(path: String)
        case standardInput
        /// Nothing can be read; the search for inputs found out why.
        case unreadable(SourceError)
    }

    public init(name: String, location: Location, folder: String? = nil) {
        self.name = name
        self.location = location
        self.folder = folder
    }
}

extension Input {
    /// Reads all of it.
    ///
    /// - parameter limit: bytes.
    public func bytes(limit: Int) throws(SourceError) -> [UInt8] {
        if case .unreadable(let failure) = location { throw failure }
        do throws(FileError) {
            if case .file(let path) = location { return try BoundedFile.read(path, limit: limit) }
            return try BoundedFile.readStandardInput(limit: limit)
        } catch {
            throw SourceError(error)
        }
    }

    /// The files in the same folder.
    ///
    /// - parameter limit: bytes of each.
    func siblings(limit: Int) -> SiblingFiles {
        guard case .file(let path) = location else { return .none }
        let slash = path.utf8.lastIndex(of: ASCII.slash)
        let folder = slash.map { String(path[...$0]) } ?? ""
        let name = slash.map { String(path[path.utf8.index(after: $0)...]) } ?? path
        return SiblingFiles(name: name) { name throws(SourceError) in
            do throws(FileError) {
                return try BoundedFile.read(folder + name, limit: limit)
            } catch {
                if error.kind == .notFound { return nil }
                throw SourceError(error)
            }
        }
    }

    /// Whether the name's ending is that of a picture, whatever the content is.
    public var promisesImage: Bool {
        [
            "png", "jpg", "jpeg", "jpe", "jfif", "gif", "webp", "bmp", "dib", "tif", "tiff", "heic", "heif", "hif",
            "avif",
            "pdf",
        ].contains(ending)
    }

    /// Whether the name's ending is one that apps give to encrypted exports without a mark of their own.
    var promisesEncryptedExport: Bool { ["aes", "enc", "bin", "db", "encrypt", "mafile"].contains(ending) }

    /// What follows the last dot of the name, in lower case.
    private var ending: String {
        guard let dot = name.lastIndex(of: ".") else { return "" }
        return name[name.index(after: dot)...].lowercased()
    }
}
