import Encodings

/// Files next to a source that belong to it: the manifest of a maFile, the journal of a database.
package struct SiblingFiles: Sendable {
    /// The source's own name, without its folder; empty if it has none.
    package let name: String
    /// The name of the folder that it is in, if that is inside of the folder or archive that was named; else empty.
    package let folder: String
    private let content: @Sendable (String) throws(SourceError) -> [UInt8]?
    /// The names of all files in the source's folder, in no order; empty if the folder cannot be listed.
    package let names: @Sendable () throws(SourceError) -> [String]

    /// - Parameters:
    ///   - names: of the files in the source's folder.
    ///   - content: the bytes of a file in the source's folder, nil if no file has this name.
    package init(
        name: String, folder: String = "",
        names: @escaping @Sendable () throws(SourceError) -> [String] = { () throws(SourceError) in [] },
        content: @escaping @Sendable (String) throws(SourceError) -> [UInt8]?
    ) {
        (self.name, self.folder, self.names, self.content) = (name, folder, names, content)
    }

    /// No sibling files: for standard input, and for the payload of a QR code.
    package static let none = SiblingFiles(name: "") { _ in nil }

    /// The bytes of the file with this name next to the source, or nil.
    ///
    /// A name with a slash is never read: names come from files, and files must not choose which other files are
    /// opened.
    ///
    /// - Throws: ``SourceError`` if the file exists but cannot be read.
    package func file(_ name: String) throws(SourceError) -> [UInt8]? {
        guard !name.isEmpty, name != ".", name != "..", !name.utf8.contains(ASCII.slash), !name.utf8.contains(0) else {
            return nil
        }
        return try content(name)
    }
}

/// The names of files in a LevelDB folder, which is one source as a whole.
package enum LevelDBFolder {
    /// The file `CURRENT`, which represents the folder in the list of inputs: it names the newest manifest.
    package static let current = "CURRENT"

    /// - Parameter names: of everything in a folder.
    /// - Returns: the file that represents it; nil for any other folder.
    package static func source(of names: some Sequence<Substring>) -> String? {
        var hasCurrent = false, hasEntries = false
        for name in names {
            if name == current { hasCurrent = true } else { hasEntries = hasEntries || self.hasEntries(name) }
            if hasCurrent, hasEntries { return current }
        }
        return nil
    }

    /// Whether a file of the folder has entries: `000003.log`, `000005.ldb`, `000005.sst`.
    package static func hasEntries(_ name: some StringProtocol) -> Bool {
        guard let dot = name.utf8.firstIndex(of: UInt8(ascii: ".")) else { return false }
        return dot > name.startIndex && name.utf8[..<dot].allSatisfy { $0 &- 48 < 10 }
            && ["log", "ldb", "sst"].contains(String(name[name.utf8.index(after: dot)...]))
    }
}
