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
        case unreadable(SourceFailure)
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
    public func bytes(limit: Int) throws(SourceFailure) -> [UInt8] {
        if case .unreadable(let failure) = location { throw failure }
        do throws(FileProblem) {
            if case .file(let path) = location { return try BoundedFile.read(path, limit: limit) }
            return try BoundedFile.readStandardInput(limit: limit)
        } catch {
            throw SourceFailure(error)
        }
    }

    /// Whether the name's ending is that of a picture, whatever the content is.
    public var promisesImage: Bool {
        guard let dot = name.lastIndex(of: ".") else { return false }
        let ending = name[name.index(after: dot)...].lowercased()
        return ["png", "jpg", "jpeg", "gif", "webp", "bmp", "tif", "tiff", "heic", "heif", "avif"].contains(ending)
    }
}
