import Encodings
import TOTPDomain

/// Documents that are zip archives: Word, PowerPoint, Excel, LibreOffice, and books (`Docs/formats/documents.md`).
enum PackedDocument {
    static func read(_ bytes: [UInt8], into parts: inout DocumentParts) throws(SourceError) {
        let archive = try ZipArchive(bytes)
        let names = Dictionary(archive.entries.map { ($0.name, $0) }) { first, _ in first }
        func content(_ name: String) throws(SourceError) -> [UInt8]? {
            guard let entry = names[name] else { return nil }
            return try archive.read(entry, passphrase: nil)
        }
        if let workbook = try content("xl/workbook.xml") {
            let relations = try content("xl/_rels/workbook.xml.rels").map(Relation.all(in:)) ?? []
            let strings = try content("xl/sharedStrings.xml").map(Workbook.strings(in:)) ?? []
            for sheet in try Workbook.sheets(in: workbook, relations) {
                guard let xml = try content(sheet.path) else { continue }
                try Workbook.read(xml, strings, named: sheet.name, into: &parts)
            }
        }
        for entry in archive.entries.sorted(by: isBefore) {
            let name = entry.name
            if name.hasSuffix(".rels") {
                for relation in try Relation.all(in: try archive.read(entry, passphrase: nil)) {
                    parts.add(target: relation.target)
                }
            } else if isFlow(name) {
                var flow = DocumentFlow(isOpen: name == "content.xml")
                try flow.read(try archive.read(entry, passphrase: nil), into: &parts)
            } else if [".xhtml", ".html", ".htm"].contains(where: name.lowercased().hasSuffix) {
                try PageText.read(try archive.read(entry, passphrase: nil), into: &parts)
            } else if isPicture(name) {
                parts.add(picture: try archive.read(entry, passphrase: nil), named: entry.baseName)
            }
        }
    }

    /// Texts, except for sheets, styles and settings.
    private static func isFlow(_ name: String) -> Bool {
        if name == "content.xml" { return true }
        let folders = ["word/", "ppt/slides/", "ppt/notesSlides/", "xl/comments/", "xl/drawings/", "xl/"]
        guard name.hasSuffix(".xml"), let folder = folders.first(where: name.hasPrefix) else { return false }
        let rest = name.dropFirst(folder.count)
        let texts = [
            "document", "header", "footer", "footnotes", "endnotes", "comment", "slide", "notesSlide", "drawing",
        ]
        return !rest.contains("/") && texts.contains(where: rest.hasPrefix)
    }

    private static func isPicture(_ name: String) -> Bool {
        guard let dot = name.lastIndex(of: ".") else { return false }
        let ending = name[name.index(after: dot)...].lowercased()
        // Office keeps a PNG beside each drawing.
        let others: [SourceContent.ImageKind] =
            ["word/", "ppt/", "xl/"].contains(where: name.hasPrefix) ? [.pdf, .video, .svg] : [.pdf, .video]
        let isKnown = SourceContent.ImageKind.allCases.contains {
            !others.contains($0) && $0.fileExtensions.contains(ending)
        }
        return isKnown && !name.hasPrefix("Thumbnails/") && !name.hasPrefix("docProps/")
    }

    /// By name, with numbers as numbers: `slide2` is before `slide10`. Texts are before images.
    private static func isBefore(_ one: ZipArchive.Entry, _ other: ZipArchive.Entry) -> Bool {
        let pictures = (isPicture(one.name), isPicture(other.name))
        if pictures.0 != pictures.1 { return pictures.1 }
        let numbers = (number(in: one.name), number(in: other.name))
        if numbers.0.stem == numbers.1.stem { return numbers.0.number < numbers.1.number }
        return one.index < other.index
    }

    private static func number(in name: String) -> (stem: String, number: Int) {
        let digits = name.filter { $0.isASCII && $0.isNumber }
        return (name.filter { !($0.isASCII && $0.isNumber) }, Int(digits) ?? 0)
    }
}

/// A relation of a part of an Office document to another part, or to an address.
struct Relation {
    let id, target: String

    static func all(in xml: [UInt8]) throws(SourceError) -> [Relation] {
        var relations: [Relation] = []
        try XMLEvents.read(xml) { (event) throws(SourceError) in
            if case .start(let name, let attributes) = event, name.localName == "Relationship",
                let id = attributes["Id"], let target = attributes["Target"]
            {
                relations.append(Relation(id: id, target: target))
            }
        }
        return relations
    }
}

extension String {
    /// The name of an element or an attribute without its prefix.
    var localName: Substring { lastIndex(of: ":").map { self[index(after: $0)...] } ?? self[...] }
}

extension [String: String] {
    /// The value of an attribute, whatever its prefix is.
    func attribute(_ name: String) -> String? { self[name] ?? first { $0.key.localName == name }?.value }
}
