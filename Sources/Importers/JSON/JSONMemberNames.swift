import Encodings

/// The names of members inside the entries of a JSON text, for formats that differ only there.
enum JSONMemberNames {
    /// Whether the objects under a name, at any depth, have only allowed members.
    ///
    /// Reads the text once, without decoding it. For a damaged text, only the part before the damage is checked.
    static func areAll(_ allowed: Set<String>, under key: String, in text: [UInt8]) -> Bool {
        var scanner = JSONScanner(text)
        // The depth of the members of such an object, while in one.
        var inside: Int?
        while let token = try? scanner.next() {
            switch token {
            case .name(let name):
                if scanner.depth == inside {
                    guard let name = try? scanner.string(name), allowed.contains(name) else { return false }
                } else if inside == nil, scanner.matches(name, key), (try? scanner.nextKind()) == .object {
                    inside = scanner.depth + 1
                }
            case .objectEnd where inside == scanner.depth + 1: inside = nil
            default: break
            }
        }
        return true
    }
}
