import Containers
import Encodings
import FormatEngine
import TOTPDomain

/// The extension's storage in a browser's profile: a LevelDB folder with the members of a backup
/// (`Docs/formats/authenticator-extension.md`).
struct BrowserProfile {
    /// The backup that the folder contains, as JSON.
    let text: [UInt8]
    /// The numbers of parts that are damaged, and of parts that are packed in an unknown way.
    private let damaged: Int, unsupported: Int
    private let isEmpty: Bool

    /// Whether content is such a folder (by the file that represents it), its zip, or a single file of it.
    static func recognizes(_ content: SourceContent) -> Bool {
        switch content.kind {
        case .text: LevelDBEntries.isManifestName(content.text) || LevelDBEntries.isFile(content.bytes)
        case .zip: isFolder(content)
        case .binary: LevelDBEntries.isFile(content.bytes)
        case .empty, .image, .sqlite: false
        }
    }

    private static func isFolder(_ content: SourceContent) -> Bool {
        var hasEntries = false
        let hasCurrent = ArchivedExport.has(
            content,
            with: { path in
                hasEntries = hasEntries || LevelDBFolder.hasEntries(path)
                return true
            }
        ) { $0.split(separator: "/").last.map(String.init) == LevelDBFolder.current }
        return hasCurrent && hasEntries
    }

    /// Reads all files of the folder.
    ///
    /// - Throws: ``SourceError`` with `unrecognised` for one file without its folder, or with `limit-exceeded`.
    init(_ request: ImportRequest) throws(SourceError) {
        var entries = LevelDBEntries()
        if request.content.kind == .zip {
            try Self.addArchive(request, to: &entries)
        } else {
            guard LevelDBEntries.isManifestName(request.content.text) else { throw Self.oneFile }
            let names = try request.siblings.names().filter { LevelDBFolder.hasEntries($0) }.sorted()
            guard !names.isEmpty else { throw Self.oneFile }
            for name in names {
                guard let file = try request.siblings.file(name) else { continue }
                try entries.add(file, named: name)
            }
        }
        (text, damaged) = Self.backup(entries)
        unsupported = entries.unsupported
        isEmpty = entries.entries.isEmpty
    }

    // MARK: - Parts that cannot be read

    private static func are(_ count: Int) -> String {
        "\(counted(count, "part")) of the folder \(count == 1 ? "is" : "are")"
    }

    private var damage: String? { damaged > 0 ? "\(Self.are(damaged)) damaged" : nil }
    private var packing: String? { unsupported > 0 ? "\(Self.are(unsupported)) packed in an unknown way" : nil }

    var warnings: [Warning] {
        [
            damage.map {
                Warning(
                    $0,
                    "compare the number of accounts with the extension, or copy the folder again with the browser closed"
                )
            },
            packing.map { Warning($0, "compare the number of accounts with the extension") },
        ].compactMap { $0 }
    }

    /// Why the profile contains no accounts.
    var failure: SourceError {
        let problem = "the storage of a browser, without accounts of the extension Authenticator"
        let parts = [damage, packing].compactMap { $0 }
        guard !parts.isEmpty else {
            return SourceError(
                .unrecognised, problem,
                "name the extension's folder in Local Extension Settings, or export from the app itself")
        }
        // Without any entry, it may be the right folder.
        let code: SourceError.Code = !isEmpty ? .unrecognised : damaged > 0 ? .corrupt : .unsupportedVersion
        return SourceError(
            code, "\(problem): \(parts.joined(separator: ", and "))",
            damaged > 0
                ? "copy the folder again with the browser closed, or an older copy of it"
                : "name an older copy of the folder, or export from the extension itself")
    }

    private static func addArchive(
        _ request: ImportRequest, to entries: inout LevelDBEntries
    ) throws(SourceError) {
        let archive = try ZipArchive(request.content.bytes)
        for entry in archive.entries where entry.isFile && LevelDBFolder.hasEntries(entry.baseName) {
            try entries.add(try archive.read(entry, passphrase: request.passphrase), named: entry.baseName)
        }
    }

    /// The values as members of one object, and how many are damaged. Each value is JSON.
    private static func backup(_ entries: LevelDBEntries) -> (text: [UInt8], damaged: Int) {
        var text = [UInt8(ascii: "{")]
        var damaged = entries.damaged
        for (key, value) in entries.current {
            guard let name = String(validating: key, as: UTF8.self)?.limitingMarks, JSONScanner.isValue(value) else {
                damaged += 1
                continue
            }
            if text.count > 1 { text.append(UInt8(ascii: ",")) }
            OrderedJSON.string(name).append(to: &text)
            text.append(ASCII.colon)
            text += value
        }
        text.append(UInt8(ascii: "}"))
        return (text, damaged)
    }

    private static let oneFile = SourceError(
        .unrecognised, "one file of a browser's storage", "name the folder that contains it, with all its files")
}

extension JSONScanner {
    /// Whether a text is a value that may be a member of an object.
    fileprivate static func isValue(_ text: [UInt8]) -> Bool {
        var scanner = JSONScanner(text, JSONLimits().inside(1), checksEscapes: false)
        do throws(JSONError) {
            var isEmpty = true
            while try scanner.next() != nil { isEmpty = false }
            return !isEmpty
        } catch { return false }
    }
}
