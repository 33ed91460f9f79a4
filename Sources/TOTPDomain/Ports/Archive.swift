/// The kinds of archives that are read like folders.
package enum ArchiveKind: Sendable, Hashable, CaseIterable {
    case zip, tar, sevenZip
    /// An e-mail message, or several: its parts are the files.
    case mail
    /// A text, a sheet, slides, a book or a page: its text, tables and images are the files.
    case document
}

/// A file, a folder or something else in an archive.
package struct ArchiveMember: Sendable, Hashable {
    /// The path in the archive, as the archive states it: it may contain anything.
    package var name: String
    package var kind: Kind
    package var isEncrypted: Bool

    /// The name of the text of a document.
    package static let documentText = "text"
    /// How the name starts of a text of a message that belongs to no part.
    package static let textOutsideParts = "text outside the parts"

    package enum Kind: Sendable, Hashable {
        case file, folder
        /// A link, a device or a pipe.
        case other
    }

    package init(name: String, kind: Kind, isEncrypted: Bool = false) {
        (self.name, self.kind, self.isEncrypted) = (name, kind, isEncrypted)
    }
}

/// The members of an open archive, in the archive's order.
package protocol ArchiveMembers: AnyObject {
    /// The next member, nil at the end.
    ///
    /// - Throws: ``SourceError`` if the archive cannot be read any further.
    func next() throws(SourceError) -> ArchiveMember?

    /// Unpacks the member that ``next()`` returned last.
    ///
    /// - Parameter limit: bytes.
    /// - Throws: ``SourceError`` with `too-large`, `password-required`, `wrong-password`, `unsupported-version` or
    ///   `corrupt`; the next member can still be read, unless ``isBroken``.
    func content(limit: Int) throws(SourceError) -> [UInt8]

    /// Whether nothing more can be read, because of damage.
    var isBroken: Bool { get }

    /// What there is beside the members: data after the end, or a comment. The default is nothing.
    var leftovers: Leftovers { get }
}

extension ArchiveMembers {
    package var leftovers: Leftovers { Leftovers() }
}

/// Recognizes and opens archives.
package protocol ArchiveOpener: Sendable {
    /// The number of first bytes that ``kind(of:)`` needs.
    var headByteCount: Int { get }

    /// Returns the kind of the archive that the bytes start, nil if they do not start an archive.
    func kind(of head: [UInt8]) -> ArchiveKind?

    /// - Parameter stream: from the archive's first byte; a ``SeekableByteStream`` for zip and 7z.
    /// - Throws: ``SourceError`` with `limit-exceeded` if out of memory.
    func open(
        _ stream: any ByteStream, _ kind: ArchiveKind, passphrase: Passphrase?
    ) throws(SourceError) -> any ArchiveMembers
}

/// Files and folders that people do not see.
package enum HiddenFile {
    /// Whether a file or folder in a folder is hidden; also the folder of extra data that macOS adds to archives.
    package static func isNamed(_ name: some StringProtocol) -> Bool {
        name.hasPrefix(".") && name != "." && name != ".." || name == "__MACOSX"
    }

    /// Whether macOS adds such a file or folder to archives by itself.
    package static func isAddedBySystem(_ name: some StringProtocol) -> Bool {
        name == "__MACOSX" || name == ".DS_Store" || name.hasPrefix("._")
    }
}
