import Encodings

/// The SVG drawings in a page, each as a file of its own.
struct InlineDrawing {
    private var start: Int?
    private var attributes: Range<Int> = 0..<0
    private var depth = 0
    private var count = 0

    /// The name of the last drawing.
    var name: String { "drawing \(count)" }

    /// A QR code of 25 modules has more; an icon has fewer.
    private static let fewestBytes = 400

    /// - Returns: the drawing that this tag ends.
    mutating func take(_ tag: HTMLPieces.Tag, in page: [UInt8]) -> [UInt8]? {
        guard tag.name == "svg" else { return nil }
        if !tag.isEnd {
            guard page[tag.attributes].last != ASCII.slash else { return nil }
            if start == nil { (start, attributes) = (tag.attributes.lowerBound, tag.attributes) }
            depth += 1
            return nil
        }
        guard let first = start else { return nil }
        depth -= 1
        guard depth == 0 else { return nil }
        start = nil
        // Up to `</svg`, in small letters.
        return drawing(page[first..<tag.attributes.lowerBound - tag.name.utf8.count] + Array("svg>".utf8), in: page)
    }

    /// The drawing that a page which is cut off ends in, to be named as damaged.
    mutating func rest(of page: [UInt8]) -> [UInt8]? { start.flatMap { drawing(page[$0...], in: page) } }

    private mutating func drawing(_ content: ArraySlice<UInt8>, in page: [UInt8]) -> [UInt8]? {
        guard content.count >= Self.fewestBytes else { return nil }
        count += 1
        func names(_ word: String) -> Bool { Array(page[attributes]).span.firstIndex(of: Array(word.utf8)) != nil }
        var drawing = Array("<svg".utf8)
        // A page needs neither.
        if !names("xmlns=") { drawing += Array(" xmlns=\"http://www.w3.org/2000/svg\"".utf8) }
        if !names("xmlns:xlink") { drawing += Array(" xmlns:xlink=\"http://www.w3.org/1999/xlink\"".utf8) }
        return drawing + content
    }
}
