import Encodings
import TOTPDomain

/// The `<code>` elements of an HTML page, in order.
///
/// The page is not parsed: its links contain bare ampersands, which a parser would turn into other characters.
struct CodeElements {
    struct Element {
        /// The text between the tags.
        var content: Range<Int>
        /// False if no end tag follows the text: it may be cut off.
        var isComplete: Bool
    }

    private let text: [UInt8]
    private var position = 0
    /// Whether the page, as far as it was read, ends within a table.
    private(set) var isInTable = false

    init(_ text: [UInt8]) { self.text = text }

    mutating func next() -> Element? {
        while let start = index(of: UInt8(ascii: "<"), from: position) {
            position = start + 1
            switch tagName(at: position) {
            case "table": isInTable = true
            case "/table": isInTable = false
            case "code":
                let content = (index(of: UInt8(ascii: ">"), from: position) ?? text.count - 1) + 1
                position = index(of: UInt8(ascii: "<"), from: content) ?? text.count
                return Element(content: content..<position, isComplete: tagName(at: position + 1) == "/code")
            default: continue
            }
        }
        return nil
    }

    private func index(of byte: UInt8, from start: Int) -> Int? {
        text.span.firstIndex(of: byte, from: start)
    }

    /// In lower case, with the slash of an end tag; cut short if longer than those that matter.
    private func tagName(at start: Int) -> String {
        let isName = { (byte: UInt8) in byte == ASCII.slash || ASCII.lowercased(byte) &- 97 < 26 }
        let name = text.dropFirst(start).prefix(7).prefix(while: isName)
        return String(decoding: name.map(ASCII.lowercased), as: UTF8.self)
    }
}

extension Span where Element == UInt8 {
    fileprivate func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        var index = start
        while index < count {
            if self[index] == byte { return index }
            index += 1
        }
        return nil
    }
}
