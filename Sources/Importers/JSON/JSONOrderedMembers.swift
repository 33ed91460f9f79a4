import Encodings
import TOTPDomain

/// The members of a JSON object in the order of the text, repeated names included: a decoder gives neither.
///
/// The text must be JSON: where it is not, the members before the damage are found at most.
struct JSONOrderedMembers: Sequence, IteratorProtocol {
    typealias Element = (name: String, value: ArraySlice<UInt8>)

    private let text: ArraySlice<UInt8>
    private var position: Int

    /// - returns: nil where the text is no object.
    init?(_ text: ArraySlice<UInt8>) {
        guard let start = text.firstIndex(where: { !ASCII.isWhitespace($0) }), text[start] == UInt8(ascii: "{") else {
            return nil
        }
        self.text = text
        position = start + 1
    }

    /// Names are given as they stand there, with their escapes.
    mutating func next() -> Element? {
        // Behind the opening brace, or behind the value before this member.
        while position < text.endIndex, ASCII.isWhitespace(text[position]) || text[position] == Self.comma {
            position += 1
        }
        guard position < text.endIndex, text[position] == Self.quote else { return nil }
        let name = text[(position + 1)..<end(of: position)].dropLast()
        position += name.count + 2
        while position < text.endIndex, ASCII.isWhitespace(text[position]) || text[position] == ASCII.colon {
            position += 1
        }
        guard position < text.endIndex else { return nil }
        let value = text[position..<end(of: position)]
        position = value.endIndex
        return (String(decoding: name, as: UTF8.self), value)
    }

    /// Behind the value that begins at `start`: behind its closing quote or bracket, or at what ends a number.
    private func end(of start: Int) -> Int {
        var depth = 0
        var index = start
        var isInText = false
        while index < text.endIndex {
            let byte = text[index]
            if isInText {
                if byte == Self.backslash { index += 1 }
                if byte == Self.quote { isInText = false }
                if !isInText, depth == 0 { return index + 1 }
            } else {
                switch byte {
                case Self.quote: isInText = true
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"):
                    if depth == 0 { return index }
                    depth -= 1
                    if depth == 0 { return index + 1 }
                case Self.comma where depth == 0: return index
                default: break
                }
            }
            index += 1
        }
        return text.endIndex
    }

    private static let quote = UInt8(ascii: "\"")
    private static let backslash = UInt8(ascii: "\\")
    private static let comma = UInt8(ascii: ",")
}
