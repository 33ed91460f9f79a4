import Encodings
import TOTPDomain

extension UnreadNames {
    /// The names of secrets that are beside lists, and not in them.
    static func secrets(besideListsIn text: [UInt8]) -> UnreadNames {
        var scanner = JSONScanner(text, checksEscapes: false), unread = UnreadNames()
        // The elements of an outermost list are records.
        guard (try? scanner.nextKind()) == .object else { return unread }
        while let token = try? scanner.next() {
            guard case .name(let found) = token, let kind = (try? scanner.nextKind()) ?? nil else { continue }
            if kind == .array { _ = try? scanner.skipValue() }
            guard kind == .string, let name = try? scanner.string(found), VariableName(name).isStrong,
                let place = (try? scanner.skipValue()) ?? nil
            else { continue }
            let value = JSONValue(scanner.source(place)).name
            if SecretEvidence.canBeSecret(value) { unread.add(raw: name, entries: 0) }
        }
        return unread
    }
}
