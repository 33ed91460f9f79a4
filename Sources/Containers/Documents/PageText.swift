import Encodings
import TOTPDomain

/// An HTML page: its text, the links and images in it, and its tables.
enum PageText {
    private static let blocks: Set<String> = [
        "p", "div", "br", "tr", "li", "ul", "ol", "h1", "h2", "h3", "h4", "h5", "h6", "table", "section", "article",
        "pre", "blockquote", "dt", "dd", "hr", "title", "body", "textarea",
    ]
    private static let addresses: Set<String> = ["href", "src", "value", "content", "title", "alt"]

    static func read(_ page: [UInt8], into parts: inout DocumentParts) throws(SourceError) {
        var pieces = HTMLPieces(page)
        var line: [UInt8] = [], isHidden = false, pictures = 0
        var rows: [[String]]?, row: [String] = [], cell: [UInt8]?
        var drawing = InlineDrawing()
        func text(_ bytes: [UInt8]) -> String {
            TextDecoding.lenientString(HTMLEntities.decode(bytes[...]).trimmingWhitespace)
        }
        func endRow() {
            if let finished = cell { row.append(text(finished)) }
            if !row.isEmpty { rows?.append(row) }
            (row, cell) = ([], nil)
        }
        func endLine(_ parts: inout DocumentParts) throws(SourceError) {
            let text = text(line)
            line = []
            if !text.isEmpty { try parts.add(line: text) }
        }
        while let piece = pieces.next() {
            switch piece {
            case .text(let range):
                if isHidden { continue }
                let words = page[range].map { ASCII.isWhitespace($0) ? ASCII.space : $0 }
                if cell != nil { cell? += words } else { line += words }
            case .tag(let tag):
                if let bytes = drawing.take(tag, in: page) { parts.add(picture: bytes, named: drawing.name) }
                switch tag.name {
                case "script", "style": isHidden = !tag.isEnd
                // Of tables in each other, the innermost is one.
                case "table" where !tag.isEnd: (rows, row, cell) = ([], [], nil)
                case "table":
                    endRow()
                    if let rows { try parts.add(table: rows) }
                    rows = nil
                case "td", "th":
                    if let finished = cell { row.append(text(finished)) }
                    cell = tag.isEnd || rows == nil ? nil : []
                case "tr": endRow()
                default: break
                }
                if blocks.contains(tag.name) {
                    if cell != nil { cell?.append(ASCII.space) } else { try endLine(&parts) }
                }
                for (name, value) in tag.values(in: page) where addresses.contains(name) {
                    if name == "src", let picture = DataAddress.content(page[value]) {
                        pictures += 1
                        parts.add(picture: picture, named: "image \(pictures)")
                    } else {
                        parts.add(target: text(Array(page[value])))
                    }
                }
            }
        }
        try endLine(&parts)
    }
}
