import Encodings

/// The outermost shape of a JSON text: enough to tell whose export it is, without reading what is in it.
///
/// It looks at the text once, keeps the keys of the outermost object (or of the first object of the outermost array),
/// and never fails: a damaged text has the keys that stand before the damage.
public struct JSONOutline: Sendable {
    /// What the text as a whole is.
    public enum Shape: Sendable, Hashable { case object, array }
    /// What the value of a member is, by its first character; `other` are numbers, `false` and `null`.
    public enum Kind: Sendable, Hashable { case object, array, string, `true`, other }

    public let shape: Shape
    /// The members' names and what their values are.
    public private(set) var members: [String: Kind] = [:]

    /// Whether there are members of all these names, whatever their values are.
    public func has(_ keys: String...) -> Bool { keys.allSatisfy { members[$0] != nil } }

    /// A real export's outermost object has far fewer members.
    private static let maximumMembers = 256

    /// - returns: nil where the text begins with neither `{` nor `[`.
    init?(_ text: [UInt8]) {
        var scanner = Scanner(text: text)
        switch scanner.next() {
        case UInt8(ascii: "{"): shape = .object
        case UInt8(ascii: "["):
            shape = .array
            guard scanner.next() == UInt8(ascii: "{") else { return }
        default: return nil
        }
        while members.count < Self.maximumMembers, let key = scanner.key() {
            members[key] = scanner.skipValue()
            guard scanner.next() == UInt8(ascii: ",") else { return }
        }
    }

    private struct Scanner {
        let text: [UInt8]
        var position = 0

        /// The next byte that is no blank, consumed.
        mutating func next() -> UInt8? {
            while position < text.count, ASCII.isWhitespace(text[position]) { position += 1 }
            guard position < text.count else { return nil }
            defer { position += 1 }
            return text[position]
        }

        /// A member's name and its colon. Escapes stay as they are: no export's own keys have any.
        mutating func key() -> String? {
            guard next() == UInt8(ascii: "\"") else { return nil }
            let start = position
            guard skipString() else { return nil }
            let name = text[start..<(position - 1)]
            guard next() == ASCII.colon, name.count <= 64 else { return nil }
            return String(decoding: name, as: UTF8.self)
        }

        mutating func skipValue() -> Kind? {
            guard let first = next() else { return nil }
            switch first {
            case UInt8(ascii: "\""):
                _ = skipString()
                return .string
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                skipNested()
                return first == UInt8(ascii: "{") ? .object : .array
            default:
                while position < text.count, !Self.ends.contains(text[position]) { position += 1 }
                return first == UInt8(ascii: "t") ? .true : .other
            }
        }

        private static let ends: [UInt8] = Array(",]}".utf8)

        /// To behind the closing quote.
        private mutating func skipString() -> Bool {
            while position < text.count {
                let byte = text[position]
                position += 1
                if byte == UInt8(ascii: "\"") { return true }
                if byte == UInt8(ascii: "\\") { position += 1 }
            }
            return false
        }

        /// From behind an opening bracket to behind the one that closes it.
        private mutating func skipNested() {
            var depth = 1
            while depth > 0, position < text.count {
                let byte = text[position]
                position += 1
                switch byte {
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
                case UInt8(ascii: "\""): _ = skipString()
                default: break
                }
            }
        }
    }
}
