import AppFormats
import Containers
import LinkReading
import TOTPDomain

/// Lists of links in a zip archive.
enum ZipTexts {
    /// Whether an archive consists of texts, with a wanted one among them; false if it cannot be opened.
    ///
    /// An archive with other files is one of several things, and each of them is read.
    static func has(_ content: SourceContent, _ isWanted: (String) -> Bool) -> Bool {
        guard content.kind == .zip, let archive = try? ZipArchive(content.bytes) else { return false }
        let files = archive.entries.filter { $0.isFile && !$0.isSystemData }
        let names = files.map(\.baseName)
        return names.contains(where: isWanted) && !files.contains(where: \.isHidden)
            && names.allSatisfy { name in textEndings.contains { name.lowercased().hasSuffix($0) } }
    }

    private static let textEndings = [".txt", ".html", ".htm", ".md"]

    /// Reads each wanted text, in the archive's order, as one document.
    ///
    /// - Parameter isWanted: decides by a file's name without its folders.
    static func read(
        _ request: ImportRequest, as format: FormatID, _ isWanted: (String) -> Bool
    ) throws(SourceError) -> ImportedDocument {
        let archive = try ZipArchive(request.content.bytes)
        let wanted = archive.entries.filter { !$0.isHidden && isWanted($0.baseName) }
        let limit = request.limits.textBytes
        guard wanted.reduce(0, { $0 + min($1.size, limit) }) <= limit else {
            throw SourceError(
                .limitExceeded, "the archive unpacks to more than \(limit >> 20) MiB; unpack it and name the folder")
        }
        if request.passphrase == nil, wanted.contains(where: \.isEncrypted) { throw .passphraseRequired }
        var document = ImportedDocument(format: format, records: 0)
        for entry in wanted {
            var inner = request
            inner.content = SourceContent(try archive.read(entry, passphrase: request.passphrase))
            guard inner.content.kind != .empty else { continue }
            let part: ImportedDocument
            do throws(SourceError) { part = try LinkListReader.read(inner, as: format) } catch {
                guard error.code == .unrecognised else { throw error }
                document.warnings.append("\(entry.name.sanitized) in the archive contains no link")
                continue
            }
            document.records += part.records
            document.entries += part.entries
            document.skipped.add(part.skipped)
            document.migrationParts += part.migrationParts
            document.warnings += part.warnings
            try request.limits.check(records: document.entries.count)
        }
        guard !document.entries.isEmpty else {
            throw SourceError(.unrecognised, "the archive contains no link")
        }
        return document
    }
}
