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

    /// The same for any list of the outermost object: a later version of an app may have another name for its own.
    func hasObject(inAnyList isSought: ([String: JSONScanner.Kind]) -> Bool) -> Bool {
        // Each list is a pass over the text.
        guard let outline = jsonOutline, outline.shape == .object, outline.members.count <= 64 else { return false }
        return outline.members.contains { name, kind in kind == .array && hasObject(inList: name, where: isSought) }
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

/// For detection: these never fail, and read a damaged text up to the damage.
extension SourceContent {
    /// Whether the text is JSON to its end.
    var isWholeJSON: Bool { (try? JSONScanner.check(text[...])) != nil }

    /// The string under a name of the outermost object, or of the first object of the outermost list.
    func text(ofMember name: String) -> String? {
        guard var scanner = scanner(atMember: name), case .string(let text)? = try? scanner.next() else { return nil }
        return try? scanner.string(text)
    }

    /// The first element of the list under a name of the outermost object, if it is a string.
    func firstText(inList name: String) -> String? {
        guard var scanner = scanner(atMember: name), (try? scanner.next()) == .arrayStart,
            case .string(let text)? = try? scanner.next()
        else { return nil }
        return try? scanner.string(text)
    }

    /// A scanner before the value of a member.
    private func scanner(atMember name: String) -> JSONScanner? {
        guard let outline = jsonOutline, outline.has(name) else { return nil }
        var scanner = JSONScanner(text, checksEscapes: false)
        guard let start = try? scanner.next() else { return nil }
        if start == .arrayStart, (try? scanner.next()) != .objectStart { return nil }
        while case .name(let found)? = try? scanner.next() {
            if scanner.matches(found, name) { return scanner }
            guard ((try? scanner.skipValue()) ?? nil) != nil else { return nil }
        }
        return nil
    }
}
