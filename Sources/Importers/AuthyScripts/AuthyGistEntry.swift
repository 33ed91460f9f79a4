import Encodings
import Links
import TOTPDomain

/// An entry of the list that a well-known script wrote in Authy's desktop app.
struct AuthyGistEntry: ExportedAccount {
    private let entry: JSONValue
    let names: (issuer: String, name: String)

    init(entry: JSONValue) {
        self.entry = entry
        names = Self.split(entry["name"].name)
    }

    func draft() throws(EntryError) -> AccountDraft {
        let link = Array(entry["uri"].name.trimmingWhitespace.utf8)
        guard let found = KeyURIScheme.find(in: link.span), found.scheme.readAs == .otpauth, found.start == 0 else {
            var draft = try AccountDraft(base32: try (entry["secret"]?.text).checked("the secret"))
            draft.warning = "the file does not say how many digits and which period; 6 digits and 30 s are assumed"
            return draft
        }
        var draft = try AccountDraft(link: Self.withPeriod(link, found.scheme))
        if let named = draft.names {
            draft.names = (
                named.issuer.isEmpty ? names.issuer : named.issuer, named.name.isEmpty ? names.name : named.name
            )
        }
        return draft
    }

    /// Authy's own tokens have seven digits and a period of 10 s.
    private static func withPeriod(_ link: [UInt8], _ scheme: KeyURIScheme) -> [UInt8] {
        let parts = KeyURIParts(link.span, scheme: scheme)
        guard parts.period == nil, let digits = parts.digits, link[digits].elementsEqual("7".utf8) else { return link }
        return link.addingParameter("period", "10")
    }

    /// As the label of a link.
    private static func split(_ name: String) -> (issuer: String, name: String) {
        guard let colon = name.firstIndex(of: ":") else { return ("", name) }
        return (
            String(name[..<colon]).trimmingWhitespace, String(name[name.index(after: colon)...]).trimmingWhitespace
        )
    }
}
