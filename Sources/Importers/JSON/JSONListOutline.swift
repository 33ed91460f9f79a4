import Encodings
import TOTPDomain

extension SourceContent {
    /// Whether the list under a name of the outermost object has an object with certain members.
    ///
    /// For detection: never fails, and reads a damaged text up to the damage.
    ///
    /// - Parameter isSought: gets the kinds of an object's members by name.
    func hasObject(inList name: String, where isSought: ([String: JSONScanner.Kind]) -> Bool) -> Bool {
        guard let outline = jsonOutline, outline.shape == .object, outline.members[name] == .array else { return false }
        var scanner = JSONScanner(text, checksEscapes: false)
        _ = try? scanner.next()
        while case .name(let found)? = try? scanner.next() {
            if scanner.matches(found, name) {
                guard (try? scanner.next()) == .arrayStart else { return false }
                while let kind = (try? scanner.nextKind()) ?? nil {
                    if kind == .object {
                        if isSought(Self.members(&scanner)) { return true }
                    } else if (try? scanner.skipValue()) == nil {
                        return false
                    }
                }
                guard (try? scanner.next()) == .arrayEnd else { return false }
            } else if (try? scanner.skipValue()) == nil {
                return false
            }
        }
        return false
    }

    /// The kinds of the members of the object that comes next.
    private static func members(_ scanner: inout JSONScanner) -> [String: JSONScanner.Kind] {
        var members: [String: JSONScanner.Kind] = [:]
        guard (try? scanner.next()) == .objectStart else { return members }
        while case .name(let name)? = try? scanner.next(), let kind = (try? scanner.nextKind()) ?? nil {
            if let name = try? scanner.string(name) { members[name] = kind }
            guard (try? scanner.skipValue()) != nil else { break }
        }
        return members
    }
}
