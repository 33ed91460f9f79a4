import Encodings
import Links
import TOTPDomain

/// What people have of Authy, which has no export: the answer to a data request, captures of its traffic, and the
/// output of scripts (`Docs/formats/authy-scripts.md`).
package struct AuthyScriptsFormat: ImportFormat {
    package init() {}

    package var description: FormatDescription {
        FormatDescription(
            id: "authy-scripts",
            app: "Authy (data request, scripts)",
            file: "JSON or CSV",
            encryption: .optional,
            exportSteps:
                .text(
                    "Ask Twilio for your data under GDPR article 20, which takes up to 30 days; use the passphrase "
                        + "of Authy's backups"),
            missingExport: .authy
        )
    }

    /// An entry of the desktop app's list.
    private static let entryMembers = KnownMembers("name secret uri")
    /// A token, or one of Authy's own.
    private static let tokenMembers = KnownMembers(
        "name original_name issuer account_type digits secret_seed decrypted_seed encrypted_seed", opaque: "deleted")

    package func recognizes(_ content: SourceContent) -> Bool {
        guard let outline = content.jsonOutline else { return AuthyRequestTable.matches(content) }
        guard outline.shape == .object else {
            return outline.has("encrypted_seed")
                || (outline.has("name", "secret") && !outline.has("otpGenerator")
                    && Self.entryMembers.areAll(ofRecordsAt: 2, in: content.text))
        }
        return outline.members["authenticator_tokens"] == .array
            || outline.members["decrypted_authenticator_tokens"] == .array
            || (outline.members["tokens"] == .object && outline.has("apps"))
            || content.hasObject(inList: "apps") { $0["secret_seed"] != nil }
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        guard request.content.jsonOutline != nil else {
            let (tokens, document) = try AuthyRequestTable.tokens(request.content.text, as: description.id)
            return try read(tokens, apps: [], into: document, request)
        }
        let text = request.content.text
        let file = try JSONValue(text: text)
        guard file.kind == .array else {
            let empty = ImportedDocument(format: description.id, records: Self.recordCount(text))
            let document = try read(AuthyScriptToken.tokens(of: file), apps: Self.apps(file), into: empty, request)
            return naming(unread: Self.tokenMembers, in: text, document)
        }
        let elements = file.elements, records = JSONRecordCount.count([], in: text)
        // The first object tells, as in detection.
        guard elements.first?["encrypted_seed"] == nil else {
            let empty = ImportedDocument(format: description.id, records: records)
            let document = try read(AuthyScriptToken.tokens(elements), apps: [], into: empty, request)
            return naming(unread: Self.tokenMembers, in: text, document)
        }
        let document = try ImportedDocument(
            format: description.id, records: records,
            accounts: elements.lazy.map { $0.kind == .object ? AuthyGistEntry(entry: $0) : nil }, request.limits)
        return naming(unread: Self.entryMembers, in: text, document)
    }

    /// The elements of all lists in a file whose outermost value is an object.
    private static func recordCount(_ text: [UInt8]) -> Int {
        let tokens: [JSONRecordCount.Step] = AuthyScriptToken.lists.map { .member($0) }
        let lists = tokens.map { [$0] } + tokens.map { ["tokens", $0] } + [["apps"], ["apps", "apps"]]
        return lists.reduce(0) { $0 + JSONRecordCount.count($1, in: text) }
    }

    private static func apps(_ file: JSONValue) throws(SourceError) -> [JSONValue] {
        guard let apps = file["apps"] else { return [] }
        if apps.kind == .array { return Array(try file.list("apps")) }
        return apps["apps"] == nil ? [] : Array(try apps.list("apps"))
    }

    private func read(
        _ tokens: [AuthyScriptToken.Record], apps: [JSONValue], into empty: ImportedDocument, _ request: ImportRequest
    ) throws(SourceError) -> ImportedDocument {
        try request.limits.check(records: tokens.count + apps.count)
        if request.passphrase == nil, tokens.contains(where: { $0.token?.isEncrypted == true }) {
            throw .passphraseRequired
        }
        var encryption = AuthyEncryption(request)
        var document = empty
        for record in tokens {
            document.add(try record.token?.account(&encryption), at: record.position)
        }
        if encryption.isPassphraseWrong { throw .wrongPassphrase }
        for (index, app) in apps.enumerated() {
            let account = app.kind == .object ? AuthyScriptToken.app(app) : nil
            document.add(account, at: EntryPosition(entry: tokens.count + index + 1))
        }
        if !apps.isEmpty {
            document.warnings.append(
                Warning(
                    "accounts with a period of 10 s are Authy's own: their codes stop working when their device is "
                        + "removed from the Authy account, or the account is deleted",
                    "set them up again with their service"))
        }
        return document
    }
}

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
