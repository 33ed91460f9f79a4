import Encodings
import TOTPDomain

/// An HTML page: its text, the links and images in it, and its tables.
struct PageText {
    private static let blocks: Set<String> = [
        "p", "div", "br", "tr", "li", "ul", "ol", "h1", "h2", "h3", "h4", "h5", "h6", "table", "section", "article",
        "pre", "blockquote", "dt", "dd", "hr", "title", "body", "textarea",
    ]

    private let page: [UInt8]
    private var line: [UInt8] = []
    /// The rows of the table, as cells with their lines; nil outside of tables.
    private var rows: [[[UInt8]]]?
    private var row: [[UInt8]] = []
    private var cell: [UInt8]?
    private var pictureCount = 0

    /// Elements with which a part of a page starts, further to ``blocks``.
    private static let others: Set<String> = [
        "head", "meta", "style", "link", "a", "b", "i", "em", "strong", "span", "font", "code", "center", "img",
    ]

    /// Whether a text starts like an HTML page, or a part of one.
    static func matches(_ head: [UInt8]) -> Bool {
        guard head.firstNonSpace == UInt8(ascii: "<") else { return false }
        let start = Array(head.prefix(1024)), small = start.map(ASCII.lowercased)
        if ["<html", "<!doctype html"].contains(where: { small.span.firstIndex(of: Array($0.utf8)) != nil }) {
            return true
        }
        var pieces = HTMLPieces(start)
        while let piece = pieces.next() {
            if case .tag(let tag) = piece { return blocks.contains(tag.name) || others.contains(tag.name) }
        }
        return false
    }

    static func read(_ page: [UInt8], into parts: inout DocumentParts) throws(SourceError) {
        var text = PageText(page: page)
        try text.read(into: &parts)
    }

    private init(page: [UInt8]) { self.page = page }

    private mutating func read(into parts: inout DocumentParts) throws(SourceError) {
        var pieces = HTMLPieces(page)
        /// The element whose content nobody sees.
        var hidden: String?
        /// Whether the lines of the text are shown as they are.
        var isVerbatim = false
        var drawing = InlineDrawing()
        while let piece = pieces.next() {
            switch piece {
            case .text(let range) where hidden == "script": addLinks(inScript: page[range], to: &parts)
            case .text(let range):
                guard hidden == nil else { continue }
                for byte in page[range] {
                    if isVerbatim, byte == ASCII.newline {
                        try breakLine(&parts)
                    } else {
                        let byte = ASCII.isWhitespace(byte) ? ASCII.space : byte
                        if cell != nil { cell?.append(byte) } else { line.append(byte) }
                    }
                }
            case .comment(let range):
                // Text in a comment is not an account, but is kept.
                for line in page[range].split(separator: ASCII.newline) { parts.add(target: "# \(text(line))") }
            case .tag(let tag):
                if let bytes = drawing.take(tag, in: page) { parts.add(picture: bytes, named: drawing.name) }
                switch tag.name {
                case "script", "style": hidden = tag.isEnd ? nil : tag.name
                case "pre", "textarea", "xmp": isVerbatim = !tag.isEnd
                case "table" where !tag.isEnd:
                    // If tables are nested, only the innermost is read as a table; those around it arrange the page.
                    try endTable(isInnermost: false, &parts)
                    rows = []
                case "table": try endTable(&parts)
                case "td", "th":
                    endCell()
                    cell = tag.isEnd || rows == nil ? nil : []
                case "tr": endRow()
                default: break
                }
                if Self.blocks.contains(tag.name) { try breakLine(&parts) }
                for (name, value) in tag.values(in: page) { add(name, page[value], to: &parts) }
            }
        }
        try endLine(&parts)
        // A page may be cut off.
        try endTable(&parts)
        if let bytes = drawing.rest(of: page) { parts.add(picture: bytes, named: drawing.name) }
    }

    // MARK: - Lines and tables

    private func text(_ bytes: some Sequence<UInt8>) -> String {
        TextDecoding.lenientString(HTMLEntities.decode(Array(bytes)[...]).trimmingWhitespace)
    }

    private mutating func endCell() {
        if let cell { row.append(cell) }
        cell = nil
    }

    private mutating func endRow() {
        endCell()
        if !row.isEmpty { rows?.append(row) }
        row = []
    }

    private mutating func endTable(isInnermost: Bool = true, _ parts: inout DocumentParts) throws(SourceError) {
        endRow()
        guard let rows else { return }
        self.rows = nil
        if isInnermost, rows.contains(where: { $0.count > 1 }) {
            let table = rows.map { row in row.map { text($0.map { $0 == ASCII.newline ? ASCII.space : $0 }) } }
            try parts.add(table: table)
        } else {
            // Cells that arrange a page have lines.
            for line in rows.joined().joined(separator: [ASCII.newline]).split(separator: ASCII.newline) {
                try add(line, to: &parts)
            }
        }
    }

    private mutating func breakLine(_ parts: inout DocumentParts) throws(SourceError) {
        if cell != nil { cell?.append(ASCII.newline) } else { try endLine(&parts) }
    }

    private mutating func endLine(_ parts: inout DocumentParts) throws(SourceError) {
        try add(line[...], to: &parts)
        line = []
    }

    private func add(_ line: ArraySlice<UInt8>, to parts: inout DocumentParts) throws(SourceError) {
        let text = text(line)
        if !text.isEmpty { try parts.add(line: text) }
    }

    // MARK: - Addresses

    private mutating func add(_ name: String, _ value: ArraySlice<UInt8>, to parts: inout DocumentParts) {
        // A style and a set of images have addresses among other words.
        let isAddress = name != "style" && name != "srcset"
        let contents = (isAddress ? [DataAddress.content(value)] : DataAddress.contents(in: value)).compactMap(\.self)
        for content in contents {
            pictureCount += 1
            parts.add(picture: content, named: "image \(pictureCount)")
        }
        // A link that is too long is rejected, and content is not.
        if contents.isEmpty || value.count <= Limit.link { parts.add(target: text(value)) }
    }

    /// The texts in quotation marks: a page may make its links by a script.
    private func addLinks(inScript script: ArraySlice<UInt8>, to parts: inout DocumentParts) {
        for word in script.split(whereSeparator: { $0 == ASCII.newline || "\"'`".utf8.contains($0) }) {
            parts.add(target: TextDecoding.lenientString(word.trimmingWhitespace))
        }
    }
}
