import Containers
import TOTPDomain

/// Exports that are zip archives with the entries in one of their files.
enum ArchivedExport {
    /// Whether an archive has a file with a certain path; false if it cannot be opened.
    static func has(_ content: SourceContent, where isSought: (String) -> Bool) -> Bool {
        guard content.kind == .zip, let archive = try? ZipArchive(content.bytes) else { return false }
        return archive.entries.contains { $0.isFile && isSought($0.name) }
    }

    /// The first file with a certain path.
    ///
    /// - Parameter file: its name for the message.
    /// - Throws: ``SourceError`` as ``ZipArchive/read(_:passphrase:)``, and with `corrupt` if there is no such file.
    static func content(
        of request: ImportRequest, _ file: String, where isSought: (String) -> Bool
    ) throws(SourceError) -> SourceContent {
        let archive = try ZipArchive(request.content.bytes)
        guard let entry = archive.entries.first(where: { $0.isFile && isSought($0.name) }) else {
            throw SourceError(.corrupt, "the archive has no \(file); export it again")
        }
        return SourceContent(try archive.read(entry, passphrase: request.passphrase))
    }
}

extension ZipArchive.Entry {
    /// Whether it is not a folder.
    fileprivate var isFile: Bool { !name.hasSuffix("/") }
}
