import Encodings
import TOTPDomain

extension SourceContent {
    /// The string under a name of the outermost object, or of the first object of the outermost list.
    ///
    /// For detection: never fails, and reads a damaged text up to the damage.
    func text(ofMember name: String) -> String? {
        guard let outline = jsonOutline, outline.members[name] == .string else { return nil }
        var scanner = JSONScanner(text, checksEscapes: false)
        guard let start = try? scanner.next() else { return nil }
        if start == .arrayStart, (try? scanner.next()) != .objectStart { return nil }
        while case .name(let found)? = try? scanner.next() {
            guard scanner.matches(found, name) else {
                guard ((try? scanner.skipValue()) ?? nil) != nil else { return nil }
                continue
            }
            guard case .string(let text)? = try? scanner.next() else { return nil }
            return try? scanner.string(text)
        }
        return nil
    }
}
