import Encodings

/// Issuer and name of a record, from all members that say something of them.
struct JSONListNames: Sendable {
    private(set) var issuer: String
    private(set) var name: String
    /// All other texts, with the names of their members: they go into the note, so that nothing is lost.
    private(set) var rest: [String] = []

    /// Titles that name a service rather than an account.
    private static let services: Set<String> = [
        "service", "servicename", "site", "sitename", "app", "appname", "platform",
    ]
    /// A title only in tables of passwords.
    private static let account = "accountname"

    /// - Parameter link: the names in the record's link, which count first.
    init(of record: JSONListRecord, link: (issuer: String, name: String) = ("", "")) {
        // What the link says need not be said again.
        let known = [link.issuer, link.name, "\(link.issuer):\(link.name)"].map { $0.lowercased() }
        func open(_ fields: [JSONListRecord.Field]) -> [JSONListRecord.Field] {
            fields.filter { !$0.text.isEmpty && !known.contains($0.text.lowercased()) }
        }
        let fields = open(record.fields(.title))
        let issuers = open(record.fields(.issuer)) + fields.filter { Self.services.contains($0.folded) }
        let users = open(record.fields(.user))
        let accounts = open(record.fields(.account)) + fields.filter { $0.folded == Self.account }
        let named = fields.filter { !Self.services.contains($0.folded) && $0.folded != Self.account }
        // The name of the record's member is a title, too.
        let titles = [record.key].filter { !$0.isEmpty && !known.contains($0.lowercased()) } + named.map(\.text)

        issuer = link.issuer.isEmpty ? issuers.first?.text ?? "" : link.issuer
        name = link.name.isEmpty ? (users + accounts).first?.text ?? "" : link.name
        var whole: String?
        if issuer.isEmpty { whole = findIssuer(titles, host: record.host, isAccount: users.isEmpty) }
        if name.isEmpty, whole == nil {
            // A member for the name has the name, also of an account that is called like its service.
            let own = issuers.isEmpty ? nil : named.first?.text
            name = (issuers.map(\.text) + titles).first { !isUsed($0) } ?? own ?? ""
        }
        rest = (issuers + users + accounts + named).filter { !isUsed($0.text) && $0.text != whole }
            .map { "\($0.name): \($0.text)" }
    }

    /// - Parameter isAccount: whether the name is that of the account, which may be of the issuer, too.
    /// - Returns: the text that is both issuer and name.
    private mutating func findIssuer(_ titles: [String], host: String, isAccount: Bool) -> String? {
        guard let first = titles.first else {
            issuer = host
            return host.isEmpty && isAccount ? split(name) : nil
        }
        let service = titles.first { !Self.looksLikeName($0) }
        if !name.isEmpty {
            issuer = service ?? (host.isEmpty ? first : host)
        } else if let other = titles.first(where: { $0 != service ?? first }) {
            issuer = service ?? first
            name = other
        } else if service == nil, !host.isEmpty {
            (issuer, name) = (host, first)
        } else {
            return split(first)
        }
        return nil
    }

    /// One name alone: issuer and name at a colon, an address is a name, anything else an issuer.
    private mutating func split(_ text: String) -> String {
        if let colon = text.firstIndex(of: ":") {
            issuer = String(text[..<colon]).trimmingWhitespace
            name = String(text[text.index(after: colon)...]).trimmingWhitespace
        } else {
            (issuer, name) = Self.looksLikeName(text) ? ("", text) : (text, "")
        }
        return text
    }

    private static func looksLikeName(_ text: String) -> Bool { text.contains("@") && !text.contains(" ") }

    private func isUsed(_ text: String) -> Bool {
        [issuer, name].contains { $0.lowercased() == text.lowercased() }
    }
}
