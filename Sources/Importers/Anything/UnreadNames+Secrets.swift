import Encodings
import FormatEngine
import TOTPDomain

extension UnreadNames {
    /// The names of secrets that are in objects beside lists, and not in the lists.
    static func secrets(besideListsIn object: JSONValue) -> UnreadNames {
        var unread = UnreadNames()
        for (name, value) in object.members {
            let isSecret = VariableName(name).isStrong && value.string.map(SecretEvidence.canBeSecret) == true
            if isSecret { unread.add(raw: name, entries: 0) }
            unread.add(secrets(besideListsIn: value))
        }
        return unread
    }
}
