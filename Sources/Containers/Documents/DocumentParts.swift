import Encodings
import TOTPDomain

/// What is read of a document: its text with the links in it, its tables as CSV, and its images.
struct DocumentParts {
    struct Part {
        let name: String
        let bytes: [UInt8]
    }

    private var parts: [Part] = []
    private var text: [UInt8] = []
    private var targets: [String] = []
    private var pictures: Set<[UInt8]> = []
    private var tableCount = 0
    /// Bytes of text and tables.
    private var size = 0
    /// Whether it has more addresses and images than are read.
    private(set) var isCut = false

    mutating func add(line: String) throws(SourceError) {
        try grow(by: line.utf8.count + 1)
        text += Self.shown(line).utf8
        text.append(ASCII.newline)
    }

    /// Adds the address of a link, which may differ from the text that shows it.
    mutating func add(target: String) {
        guard KeyURIScheme.isNamed(in: Array(target.utf8).span) else { return }
        guard targets.count < Limit.documentPictures else { return isCut = true }
        targets.append(Self.shown(target))
    }

    /// A text without the characters that only say where a line may be broken, or must not be.
    private static func shown(_ text: String) -> String {
        String(text.unicodeScalars.filter { !breaks.contains($0) })
    }

    private static let breaks: Set<Unicode.Scalar> = ["\u{AD}", "\u{200B}", "\u{2060}", "\u{FEFF}"]

    /// - Parameter name: the name of a sheet; nil for a table without a name.
    mutating func add(table rows: [[String]], named name: String? = nil) throws(SourceError) {
        tableCount += 1
        guard rows.contains(where: { $0.contains { !$0.isEmpty } }) else { return }
        var csv: [UInt8] = []
        for row in rows {
            try grow(by: row.reduce(2) { $0 + $1.utf8.count + 1 })
            CSVWriter.append(row.map(Self.shown), to: &csv, style: .standardWithLF)
        }
        parts.append(Part(name: Self.fileName(name ?? "table \(tableCount)"), bytes: csv))
    }

    /// The same image is added only once.
    mutating func add(picture: [UInt8], named name: String) {
        guard case .image = SourceContent(picture).kind, !pictures.contains(picture) else { return }
        guard pictures.count < Limit.documentPictures else { return isCut = true }
        pictures.insert(picture)
        parts.append(Part(name: Self.fileName(name), bytes: picture))
    }

    /// The text first.
    func finished() -> [Part] {
        var text = text
        let all = parts.map(\.bytes) + [text]
        for target in targets {
            let bytes = Array(target.utf8)
            guard !all.contains(where: { $0.span.firstIndex(of: bytes) != nil }) else { continue }
            text += bytes
            text.append(ASCII.newline)
        }
        let isBlank = text.allSatisfy(ASCII.isWhitespace)
        return (isBlank ? [] : [Part(name: ArchiveMember.documentText, bytes: text)]) + parts
    }

    private mutating func grow(by count: Int) throws(SourceError) {
        size += count
        guard size <= Limit.text else {
            throw SourceError(
                .tooLarge, "a document with more than \(Limit.text >> 20) MiB of text, the most that is read",
                "split it")
        }
    }

    /// A name that is neither hidden nor in a folder.
    private static func fileName(_ name: String) -> String {
        let name = String(name.map { "/\\:".contains($0) ? "_" : $0 })
        return name.hasPrefix(".") ? "_\(name)" : name
    }
}

/// Reads the parts of a document like the files of an archive.
final class DocumentReader: ArchiveMembers {
    private var parts: ArraySlice<DocumentParts.Part>
    private var part: DocumentParts.Part?
    /// What is said after the last part.
    private var failure: SourceError?
    let isBroken = false

    /// - Throws: ``SourceError`` if it is not a document, damaged, or without any text, table and image.
    init(_ bytes: [UInt8]) throws(SourceError) {
        var parts = DocumentParts()
        if bytes.starts(with: [0x50, 0x4B]) {
            try PackedDocument.read(bytes, into: &parts)
        } else {
            try PageText.read(bytes, into: &parts)
        }
        self.parts = parts.finished()[...]
        guard !self.parts.isEmpty else { throw SourceError(.unrecognised, "the document is empty", .exportAgain) }
        if parts.isCut {
            failure = SourceError(
                .limitExceeded,
                "more than \(Limit.documentPictures) images, or links outside its text, in one document", "split it")
        }
    }

    func next() throws(SourceError) -> ArchiveMember? {
        part = parts.popFirst()
        if part == nil, let failure {
            self.failure = nil
            throw failure
        }
        return part.map { ArchiveMember(name: $0.name, kind: .file) }
    }

    func content(limit: Int) throws(SourceError) -> [UInt8] {
        guard let part else { return [] }
        guard part.bytes.count <= limit else { throw .tooLarge(limit) }
        return part.bytes
    }
}
