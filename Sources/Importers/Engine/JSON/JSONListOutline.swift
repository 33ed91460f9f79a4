import Encodings
import TOTPDomain

/// For detection: these never fail, and read a damaged text up to the damage.
extension SourceContent {
    /// The outline of a text whose outermost value is an object.
    package var jsonObject: JSONOutline? { jsonOutline.flatMap { $0.shape == .object ? $0 : nil } }

    /// Whether the list under a name of the outermost object has an object with certain members.
    ///
    /// - Parameter isSought: gets the kinds of an object's members by name.
    package func hasObject(inList name: String, where isSought: ([String: JSONScanner.Kind]) -> Bool) -> Bool {
        jsonOutline?.lists[name]?.shapes.contains(where: isSought) ?? false
    }

    /// The same for any list of the outermost object: a later version of an app may have another name for its own.
    package func hasObject(inAnyList isSought: ([String: JSONScanner.Kind]) -> Bool) -> Bool {
        jsonOutline?.lists.values.contains { $0.shapes.contains(where: isSought) } ?? false
    }

    /// Whether the text is JSON to its end.
    package var isWholeJSON: Bool { (try? JSONScanner.check(text[...])) != nil }

    /// The string under a name of the outermost object, or of the first object of the outermost list.
    package func text(ofMember name: String) -> String? {
        guard var scanner = scanner(atMember: name), case .string(let text)? = try? scanner.next() else { return nil }
        return try? scanner.string(text)
    }

    /// The first element of the list under a name of the outermost object, if it is a string.
    package func firstText(inList name: String) -> String? {
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
