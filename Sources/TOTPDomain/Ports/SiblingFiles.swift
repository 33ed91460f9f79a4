import Encodings

/// The files beside a source that belong to it: a maFile's manifest, a database's journal.
public struct SiblingFiles: Sendable {
    /// The source's own name, without its folder; empty where it has none.
    public let name: String
    private let content: @Sendable (String) throws(SourceError) -> [UInt8]?

    /// - parameter content: the bytes of a file in the source's folder, nil where there is none of this name.
    public init(name: String, content: @escaping @Sendable (String) throws(SourceError) -> [UInt8]?) {
        self.name = name
        self.content = content
    }

    /// Of a source that stands alone: standard input, the payload of a QR code.
    public static let none = SiblingFiles(name: "") { _ in nil }

    /// The bytes of the file with this name beside the source, or nil.
    ///
    /// A name with a slash is never read: names come from files, and those must not choose what is opened.
    ///
    /// - throws: ``SourceError`` where the file is there and cannot be read.
    public func file(_ name: String) throws(SourceError) -> [UInt8]? {
        guard !name.isEmpty, name != ".", name != "..", !name.utf8.contains(ASCII.slash), !name.utf8.contains(0) else {
            return nil
        }
        return try content(name)
    }
}
