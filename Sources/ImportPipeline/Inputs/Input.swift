import Encodings
import SafeFile
import TOTPDomain

/// One thing to read: a file, standard input, or something that cannot or should not be read.
///
/// All inputs of a run are in memory, so it is small.
package struct Input: Sendable, Hashable {
    /// Its name in messages and reports: the path as it was given, or `-`; `ARCHIVE:PATH` for a member of an archive.
    package var name: String
    package var location: Location
    /// The folder or archive argument that contains it; nil for an input that is an argument itself.
    package var folder: String?
    /// Whether it is a member of an archive.
    package var isMember: Bool { place != nil }
    /// Whether it is a part of a document.
    var isInDocument: Bool { place?.isInDocument ?? false }
    /// Whether a person pasted it, or gave it as an argument.
    package var isPasted = false
    /// Whether the argument itself is what is read: a link.
    package var isLinkArgument: Bool { isPasted && name.hasSuffix("…") }
    /// Whether it is a link as an argument that a shell may have ended at the `&` after its first parameter.
    package var mayBeCutByShell: Bool {
        guard isLinkArgument, case .memory(let link) = location else { return false }
        return link.contains(ASCII.question) && !link.contains(ASCII.ampersand)
            && KeyURIScheme.find(in: link.span)?.scheme.readAs != .migration
    }
    /// Where it is in an archive.
    var place: MemberPlace?
    /// The file on the disk that contains it, or that a problem is about, if it is not that file itself.
    var container: String?
    /// Which of the inputs of its run it is.
    package var number: InputPlace?
    /// Why names in the page that it is a part of may be wrong.
    var doubt: TextDoubt?

    package enum Location: Sendable, Hashable {
        case file(path: String)
        case standardInput
        /// Bytes that are in memory already.
        case memory([UInt8])
        /// The input cannot be read, for this reason.
        indirect case unreadable(SourceError)
        /// In a folder or an archive, and not to be read.
        case skipped(SkippedInput)
    }

    package init(name: String, location: Location, folder: String? = nil) {
        (self.name, self.location, self.folder) = (name, location, folder)
    }
}

/// The place of a member. Few inputs are members, so the place is a separate object.
final class MemberPlace: Sendable, Hashable {
    /// Its path in the archive.
    let path: String
    /// The archive, if it can be read again: a file, and not in another archive.
    let archive: String?
    /// Whether it is a part of a document, of a message, or a text of a message that belongs to no part.
    let isInDocument: Bool, isOfMessage: Bool, isOutsideParts: Bool
    /// The file on the disk that contains the archive, before it was read.
    let fileState: FileState?
    /// The content of the archive apart from its members.
    let leftovers: Leftovers

    init(
        path: String, archive: String?, isInDocument: Bool = false, isOfMessage: Bool = false,
        isOutsideParts: Bool = false, fileState: FileState? = nil, leftovers: Leftovers = Leftovers()
    ) {
        (self.path, self.archive) = (path, archive)
        (self.isInDocument, self.isOfMessage, self.isOutsideParts) = (isInDocument, isOfMessage, isOutsideParts)
        (self.fileState, self.leftovers) = (fileState, leftovers)
    }

    var isAddedBySystem: Bool { path.split(separator: "/").last.map { HiddenFile.isAddedBySystem($0) } ?? false }

    static func == (first: MemberPlace, second: MemberPlace) -> Bool {
        first.path == second.path && first.archive == second.archive
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(path)
        hasher.combine(archive)
    }
}

/// Why an input in a folder or an archive is not read, or not imported.
package enum SkippedInput: Sendable, Hashable, CaseIterable {
    /// A video, a document and the like.
    case other(FileKind)
    /// Not an image or a known export.
    case content
    /// An image in a document, without a QR code.
    case picture
    case hidden
    case linkedFolder
    /// A device, a pipe or a socket; in an archive also a link.
    case specialFile
    /// An empty file, or a link to nothing, that is not named like an image or an export.
    case empty
    /// `vault.json.bak.1` beside `vault.json`.
    case vaultVersion
    /// `vault.json.lock` beside `vault.json`.
    case vaultLock
    /// In an archive, for a reason that an error of the archive names.
    case refusedMember

    package static let allCases: [SkippedInput] =
        FileKind.all.enumerated().filter { FileKind.all.firstIndex(of: $1) == $0 }.map { .other($1) } + [
            .content, .picture, .hidden, .linkedFolder, .specialFile, .empty, .vaultVersion, .vaultLock,
            .refusedMember,
        ]

    /// The kind of a file whose content was not read.
    package var kind: FileKind? { if case .other(let kind) = self { kind } else { nil } }

    /// For people, about one file.
    package var reason: String {
        switch self {
        case .other(let kind): "\(kind.name), not looked into"
        case .content: "not an image or a known export"
        case .picture: "an image in a document, without a QR code"
        case .hidden: "hidden"
        case .linkedFolder: "a link to a folder; name it to read it"
        case .specialFile: "not a regular file"
        case .empty: "empty"
        case .vaultVersion: "an earlier version of the vault beside it; name it to read it"
        case .vaultLock: "the lock of the vault beside it"
        case .refusedMember: "not read; the error of its archive says why"
        }
    }

    /// For people, about several.
    package func summary(_ count: Int) -> String {
        switch self {
        case .other(let kind): kind.counted(count)
        case .content: "\(count) not an image or a known export"
        case .picture: "\(counted(count, "image")) in documents, without a QR code"
        case .hidden: "\(count) hidden"
        case .linkedFolder: counted(count, "linked folder")
        case .specialFile: "\(count) not a regular file"
        case .empty: "\(count) empty"
        case .vaultVersion: counted(count, "earlier version of a vault", plural: "earlier versions of a vault")
        case .vaultLock: counted(count, "lock of a vault", plural: "locks of vaults")
        case .refusedMember: "\(count) in archives with errors"
        }
    }
}

extension Input {
    /// Reads all of it.
    ///
    /// - Parameter limit: bytes.
    package func bytes(limit: Int) throws(SourceError) -> [UInt8] {
        try checkReadable()
        if case .memory(let bytes) = location {
            guard bytes.count <= limit else {
                throw SourceError(.tooLarge, "larger than \(limit >> 20) MiB, the most that is read")
            }
            return bytes
        }
        do throws(FileError) {
            if case .file(let path) = location { return try BoundedFile.read(path, limit: limit) }
            return try BoundedFile.readStandardInput(limit: limit)
        } catch { throw SourceError(error) }
    }

    /// - Throws: ``SourceError`` for an input that is known not to be read.
    func checkReadable() throws(SourceError) {
        switch location {
        case .unreadable(let failure): throw failure
        case .skipped(let skipped): throw SourceError(.readFailed, skipped.reason)
        case .file, .standardInput, .memory: break
        }
    }

    /// The argument of a command line that reads it.
    package var argument: String { isMember ? folder ?? name : name }

    /// Where the file is; nil for an input that is not a file.
    var path: String? { if case .file(let path) = location { path } else { nil } }

    /// The file on the disk that it is, or that contains it; nil for standard input and links.
    var file: String? {
        if let container { return container }
        switch location {
        case .file(let path): return path
        case .unreadable, .skipped: return isMember || name == "-" ? nil : name
        case .standardInput, .memory: return nil
        }
    }

    /// The input at another location, of the same file.
    func moved(to location: Location) -> Input {
        var input = self
        (input.container, input.location) = (file, location)
        return input
    }

    /// The files in the same folder.
    ///
    /// - Parameters:
    ///   - limit: bytes of each.
    ///   - found: called with the path of each that is read.
    func siblings(limit: Int, found: @escaping @Sendable (String) -> Void) -> SiblingFiles {
        guard let path else { return .none }
        let slash = path.utf8.lastIndex(of: ASCII.slash)
        let folder = slash.map { String(path[...$0]) } ?? ""
        let name = slash.map { String(path[path.utf8.index(after: $0)...]) } ?? path
        let isInside = self.folder.map { folder != $0 && folder != "\($0)/" } ?? false
        return SiblingFiles(
            name: name,
            folder: isInside ? folder.split(separator: "/").last.map(String.init) ?? "" : "",
            names: { () throws(SourceError) in
                do throws(FileError) {
                    return try FolderListing.names(in: folder.isEmpty ? "." : folder).filter { name in
                        // Reading a pipe or a device may never end.
                        if case .file = FolderListing.kind(of: folder + name) { true } else { false }
                    }
                } catch { throw SourceError(error) }
            }
        ) { name throws(SourceError) in
            do throws(FileError) {
                let bytes = try BoundedFile.read(folder + name, limit: limit)
                found(folder + name)
                return bytes
            } catch {
                if error.kind == .notFound { return nil }
                throw SourceError(error)
            }
        }
    }

    /// Whether images have the file extension; the content does not matter.
    package var isNamedLikeImage: Bool {
        SourceContent.ImageKind.allCases.contains { $0.fileKind == nil && $0.fileExtensions.contains(ending) }
    }

    /// Whether apps give the file extension to encrypted exports without a signature.
    var isNamedLikeEncryptedExport: Bool { ["aes", "enc", "bin", "db", "encrypt", "mafile"].contains(ending) }

    /// Whether exports or images have the file extension: then an empty file, or a link to nothing, is reported.
    var isNamedLikeExport: Bool {
        isNamedLikeImage || isNamedLikeEncryptedExport
            || [
                "json", "csv", "tsv", "xml", "plist", "yaml", "yml", "toml", "txt", "html", "htm", "mbox", "eml", "pdf",
                "docx", "odt", "xlsx", "ods", "zip", "7z", "tar", "gz", "gpg", "asc", "age", "sqlite", "kdbx", "1pux",
                "1pif", "2fas", "2fa", "aegis", "stratum", "authpro", "cotp", "otpauth", "totp", "oath", "pskc",
            ].contains(ending)
    }

    /// The text after the last dot of the name, in lower case.
    private var ending: String {
        guard let dot = name.lastIndex(of: ".") else { return "" }
        return name[name.index(after: dot)...].lowercased()
    }
}

extension String {
    /// An input's name in messages.
    package var inputName: String { self == "-" || hasPrefix("-:") ? "standard input\(dropFirst())" : self }
}
