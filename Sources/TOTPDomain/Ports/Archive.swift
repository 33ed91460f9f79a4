import Encodings

/// The kinds of archives that are read like folders.
package enum ArchiveKind: Sendable, Hashable, CaseIterable {
    case zip, tar, sevenZip
    /// An e-mail message, or several: its parts are the files.
    case mail
    /// A text, a sheet, slides, a book or a page: its text, tables and images are the files.
    case document

    /// The number of first bytes that decide: a message starts with fields that may be long.
    package static let headByteCount = 1 << 13
    private static let tarHeaderByteCount = 512

    /// Nil if the bytes do not start an archive.
    package init?(head: [UInt8]) {
        if head.starts(with: [0x50, 0x4B, 0x03, 0x04]) || head.starts(with: [0x50, 0x4B, 0x05, 0x06]) {
            // The second is an archive without files.
            self = .zip
        } else if head.starts(with: [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]) {
            self = .sevenZip
        } else if Self.isTarHeader(head) {
            self = .tar
        } else if MailHead.matches(head) {
            self = .mail
        } else if head.starts(with: Array("{\\rtf".utf8)) || Self.isPage(head) {
            self = .document
        } else {
            return nil
        }
    }

    /// Whether a text starts like an HTML page.
    private static func isPage(_ head: [UInt8]) -> Bool {
        guard head.firstNonSpace == UInt8(ascii: "<") else { return false }
        let start = head.prefix(1024).map(ASCII.lowercased)
        return ["<html", "<!doctype html"].contains { start.span.firstIndex(of: Array($0.utf8)) != nil }
    }

    /// Old archives have no signature, but every header has a sum: of its bytes, those of the sum taken as spaces.
    ///
    /// An archive without files has no header. It contains only zeros, as do empty disks and `/dev/zero`, and cannot be
    /// read.
    private static func isTarHeader(_ head: [UInt8]) -> Bool {
        guard head.count >= tarHeaderByteCount, head[0] != 0 else { return false }
        let field = 148..<156
        let digits = head[field].drop { $0 == ASCII.space }.prefix { (0x30...0x37).contains($0) }
        guard !digits.isEmpty else { return false }
        let stated = digits.reduce(0) { $0 * 8 + Int($1 - 0x30) }
        let sum = head[..<tarHeaderByteCount].reduce(0) { $0 + Int($1) } - head[field].reduce(0) { $0 + Int($1) }
        return stated == sum + field.count * Int(ASCII.space)
    }
}

/// A file, a folder or something else in an archive.
package struct ArchiveMember: Sendable, Hashable {
    /// The path in the archive, as the archive states it: it may contain anything.
    package var name: String
    package var kind: Kind
    package var isEncrypted: Bool

    /// The name of the text of a document.
    package static let documentText = "text"

    package enum Kind: Sendable, Hashable {
        case file, folder
        /// A link, a device or a pipe.
        case other
    }

    package init(name: String, kind: Kind, isEncrypted: Bool = false) {
        self.name = name
        self.kind = kind
        self.isEncrypted = isEncrypted
    }
}

/// The members of an open archive, one after the other, in the archive's order.
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
}

/// Opens archives.
package protocol ArchiveOpener: Sendable {
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
