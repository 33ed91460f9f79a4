import Containers
import Encodings
import TOTPDomain

/// Exports that are zip archives with all entries in a single file.
package enum ArchivedExport {
    /// Whether an archive has a file with a certain path; false if it cannot be opened.
    ///
    /// False also if there is a file that is not a part of the export: then it is an archive of several things, and each
    /// of them is read.
    ///
    /// - Parameter isPart: decides by the path from the folder of the sought file.
    package static func has(
        _ content: SourceContent, with isPart: (Substring) -> Bool = { _ in true }, where isSought: (String) -> Bool
    ) -> Bool {
        guard content.kind == .zip, let archive = try? ZipArchive(content.bytes) else { return false }
        let files = archive.entries.filter { $0.isFile && !$0.isHidden }.map(\.name)
        guard let sought = files.first(where: isSought) else { return false }
        let folder = sought.lastIndex(of: "/").map { String(sought[...$0]) } ?? ""
        return files.allSatisfy { $0.hasPrefix(folder) && ($0 == sought || isPart($0.dropFirst(folder.count))) }
    }

    /// Whether a path leads to a file of this name, in any folder.
    package static func isNamed(_ name: String) -> (String) -> Bool { { $0 == name || $0.hasSuffix("/\(name)") } }

    /// The first file with a certain path.
    ///
    /// - Parameters:
    ///   - file: its name for the message.
    ///   - isSought: nil for any file of that name.
    /// - Throws: ``SourceError`` as ``ZipArchive/read(_:passphrase:)``, and with `corrupt` if the file is missing.
    package static func content(
        of request: ImportRequest, _ file: String, where isSought: ((String) -> Bool)? = nil
    ) throws(SourceError) -> SourceContent {
        let archive = try ZipArchive(request.content.bytes), isSought = isSought ?? isNamed(file)
        guard let entry = archive.entries.first(where: { $0.isFile && !$0.isHidden && isSought($0.name) }) else {
            throw SourceError(.corrupt, "the archive has no \(file)", .exportAgain)
        }
        return SourceContent(try archive.read(entry, passphrase: request.passphrase))
    }

    /// The files in a folder of the archive, which begin with an id, are named by it, or are in a folder of that name.
    ///
    /// - Parameter items: with their titles; the first that names the id has the file.
    package static func attachments(
        of request: ImportRequest, in folder: String, items: [(item: JSONValue, title: String)]
    ) -> [Attachment] {
        guard let archive = try? ZipArchive(request.content.bytes) else { return [] }
        var files: [(entry: ZipArchive.Entry, id: String, name: String)] = []
        for entry in archive.entries where entry.isFile && !entry.isHidden {
            let path = entry.name.split(separator: "/").drop { $0 != folder }.dropFirst()
            guard let first = path.first, let last = path.last else { continue }
            if path.count == 1, let mark = last.firstRange(of: "__") {
                files.append((entry, String(last[..<mark.lowerBound]), String(last[mark.upperBound...])))
            } else {
                files.append((entry, String(first), String(last)))
            }
        }
        let ids = Set(files.map(\.id))
        let isID = { (text: Span<UInt8>) in
            text.withUnsafeBufferPointer { ids.contains(String(decoding: $0, as: UTF8.self)) }
        }
        var titles: [String: String] = [:]
        for (item, title) in items where !ids.isEmpty {
            for id in item.strings(where: isID) { titles[id] = titles[id] ?? title }
        }
        // As much as an input may have: an archive may unpack to far more.
        var room = Limit.input
        return files.map { entry, id, name in
            room -= entry.size
            let bytes = room < 0 ? nil : try? archive.read(entry, passphrase: request.passphrase)
            return Attachment(title: titles[id] ?? "", name: name, bytes: bytes)
        }
    }
}

extension ZipArchive.Entry {
    /// Whether it is not a folder.
    package var isFile: Bool { !name.hasSuffix("/") }

    /// Whether it is extra data of a file system, or hidden.
    var isHidden: Bool { name.split(separator: "/").contains { HiddenFile.isNamed($0) } }

    package var isAddedBySystem: Bool { name.split(separator: "/").contains { HiddenFile.isAddedBySystem($0) } }
}
