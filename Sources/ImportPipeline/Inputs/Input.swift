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
