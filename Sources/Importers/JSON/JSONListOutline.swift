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
        var search = ObjectSearch(scanner: JSONScanner(text, checksEscapes: false))
        // At an error, the scanner stays where it is, so the search ends there.
        try? search.run(name, isSought)
        return search.isFound
    }
}

private struct ObjectSearch {
    var scanner: JSONScanner
    var isFound = false

    mutating func run(_ name: String, _ isSought: ([String: JSONScanner.Kind]) -> Bool) throws(JSONError) {
        guard try scanner.next() == .objectStart else { return }
        while case .name(let found)? = try scanner.next() {
            guard scanner.matches(found, name) else {
                _ = try scanner.skipValue()
                continue
            }
            guard try scanner.next() == .arrayStart else { return }
            while let kind = try scanner.nextKind() {
                if kind == .object {
                    try readMembers(isSought)
                    if isFound { return }
                } else {
                    _ = try scanner.skipValue()
                }
            }
            guard try scanner.next() == .arrayEnd else { return }
        }
    }

    /// Reads the object that comes next, up to the damage if there is some.
    private mutating func readMembers(_ isSought: ([String: JSONScanner.Kind]) -> Bool) throws(JSONError) {
        var members: [String: JSONScanner.Kind] = [:]
        defer { isFound = isSought(members) }
        guard try scanner.next() == .objectStart else { return }
        while case .name(let name)? = try scanner.next(), let kind = try scanner.nextKind() {
            members[try scanner.string(name)] = kind
            _ = try scanner.skipValue()
        }
    }
}
