import Containers
import Links
import TOTPDomain

/// An app's export that is a zip archive with one list of links.
struct ZippedList {
    /// Whether a file is the list.
    let isList: @Sendable (ZipArchive.Entry) -> Bool
    /// The name of a file beside the list that shows the same accounts; nil if the app writes no such file.
    var page: String?

    /// Whether an archive is such an export; false if it cannot be opened.
    ///
    /// An archive with any other file is not, and each of its files is read.
    func matches(_ content: SourceContent) -> Bool {
        guard content.kind == .zip, let archive = try? ZipArchive(content.bytes) else { return false }
        return list(in: archive) != nil
    }

    func read(_ request: ImportRequest, as format: FormatID) throws(SourceError) -> ImportedDocument {
        let archive = try ZipArchive(request.content.bytes)
        guard let list = list(in: archive) else {
            throw SourceError(.unrecognised, "the archive is not the app's export", "unpack it and name the folder")
        }
        var inner = request
        inner.content = SourceContent(try archive.read(list, passphrase: request.passphrase))
        return try LinkListReader.read(inner, as: format)
    }

    private func list(in archive: borrowing ZipArchive) -> ZipArchive.Entry? {
        let files = archive.entries.filter { ($0.isFile || $0.size > 0) && !$0.isAddedBySystem }
        guard let list = files.first(where: isList), list.staysInside else { return nil }
        let others = files.filter { $0 != list }
        let pageName = page.map { list.name.dropLast(list.baseName.count) + $0 }
        return others.isEmpty || others.count == 1 && others.first.map { $0.name[...] } == pageName ? list : nil
    }
}

extension ZipArchive.Entry {
    /// Whether its path is ordinary, below the folder of the archive.
    fileprivate var staysInside: Bool {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        return !name.contains { $0 == "\\" || $0 == ":" } && parts.allSatisfy { !["", ".", ".."].contains($0) }
    }
}
