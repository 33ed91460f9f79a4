import Encodings

/// Files next to a source that belong to it: the manifest of a maFile, the journal of a database.
package struct SiblingFiles: Sendable {
    /// The source's own name, without its folder; empty if it has none.
    package let name: String
    private let content: @Sendable (String) throws(SourceError) -> [UInt8]?
    /// The names of all files in the source's folder, in no order; none if the folder cannot be listed.
    package let names: @Sendable () throws(SourceError) -> [String]

    /// - Parameters:
    ///   - names: of the files in the source's folder.
    ///   - content: the bytes of a file in the source's folder, nil if there is none with this name.
    package init(
        name: String, names: @escaping @Sendable () throws(SourceError) -> [String] = { () throws(SourceError) in [] },
        content: @escaping @Sendable (String) throws(SourceError) -> [UInt8]?
    ) {
        self.name = name
        self.names = names
        self.content = content
    }

    /// No sibling files: for standard input, and for the payload of a QR code.
    package static let none = SiblingFiles(name: "") { _ in nil }

    /// The bytes of the file with this name next to the source, or nil.
    ///
    /// A name with a slash is never read: names come from files, and those must not choose what is opened.
    ///
    /// - Throws: ``SourceError`` if the file exists but cannot be read.
    package func file(_ name: String) throws(SourceError) -> [UInt8]? {
        guard !name.isEmpty, name != ".", name != "..", !name.utf8.contains(ASCII.slash), !name.utf8.contains(0) else {
            return nil
        }
        return try content(name)
    }
}
