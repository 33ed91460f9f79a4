/// Changes of a text, none of which adds a line.
struct Edits {
    private enum Kind: Int {
        case close, replace, open
    }

    private struct Edit {
        let offset: Int
        let length: Int
        let kind: Kind
        let text: String
        /// Where several have the same offset, the outer one opens first and closes last.
        let order: Int
    }

    private var edits: [Edit] = []

    /// Puts `opening` before the UTF-8 offsets of `range`, and `closing` after them; outer ranges come before inner ones.
    mutating func wrap(_ range: Range<Int>, _ opening: String, _ closing: String) {
        edits.append(
            Edit(offset: range.lowerBound, length: 0, kind: .open, text: opening, order: edits.count))
        edits.append(
            Edit(offset: range.upperBound, length: 0, kind: .close, text: closing, order: -edits.count))
    }

    mutating func replace(_ range: Range<Int>, _ text: String) {
        edits.append(
            Edit(offset: range.lowerBound, length: range.count, kind: .replace, text: text, order: edits.count))
    }

    func applied(to source: String) -> String {
        let bytes = Array(source.utf8)
        var result: [UInt8] = []
        var position = 0
        for edit in edits.sorted(by: { key($0) < key($1) }) {
            result += bytes[position..<edit.offset]
            result += edit.text.utf8
            position = edit.offset + edit.length
        }
        result += bytes[position...]
        return String(decoding: result, as: UTF8.self)
    }

    private func key(_ edit: Edit) -> (Int, Int, Int) { (edit.offset, edit.kind.rawValue, edit.order) }
}
