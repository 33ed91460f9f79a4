import Encodings
import FormatEngine
import Links
import TOTPDomain

/// Data that people have from Authy, which has no export: the answer to a data request, captures of its traffic, and
/// the output of scripts (`Docs/formats/authy-scripts.md`).
package struct AuthyScriptsFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "authy-scripts",
        app: "Authy (data request, scripts)",
        file: "JSON or CSV",
        encryption: .optional,
        exportSteps: .text(
            "Ask Twilio for your data under GDPR article 20, which takes up to 30 days; use the passphrase "
                + "of Authy's backups"),
        missingExport: .authy,
        keepsake: .original("what Twilio sends once, or what a script saved")
    )

    /// An entry of the desktop app's list.
    private static let entryMembers = KnownNames("secret uri", texts: "name")
    /// A token, or one of Authy's own.
    private static let tokenMembers = KnownNames(
        """
        authenticator_tokens decrypted_authenticator_tokens tokens apps success message \
        digits secret_seed decrypted_seed encrypted_seed salt unique_iv key_derivation_iterations \
        unique_id password_timestamp logo _id assets_group authy_id serial_id version
        """, texts: "name original_name issuer account_type", opaque: "deleted")

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
            let (rows, document) = try AuthyRequestTable.tokens(request.content.text, as: description.id)
            return try read(
                rows.map { .success($0.token) }, into: document, request, at: rows.map { EntryPosition(line: $0.line) })
        }
        let text = request.content.text
        let file = try JSONValue(text: text)
        guard file.kind == .array else {
            let empty = ImportedDocument(format: description.id, records: Self.recordCount(text))
            let document = try read(Self.tokens(file), apps: Self.apps(file), into: empty, request)
            var unread = Self.tokenMembers.unread(in: text)
            // Authy keeps deleted tokens, encrypted.
            if (try file.member("deleted")).elements.contains(where: {
                $0.has("decrypted_seed") || $0.has("secret_seed")
            }) {
                unread.add("deleted", entries: 0)
            }
            if document.records == 0, !unread.isEmpty { throw .mayBeNewer(Self.lists[0]) }
            return naming(unread: unread, in: text, document)
        }
        let elements = file.elements, records = JSONRecordCount.count([], in: text)
        // The first object tells, as in detection.
        guard elements.first?.has("encrypted_seed") != true else {
            let empty = ImportedDocument(format: description.id, records: records)
            let document = try read(elements.entries(AuthyToken.init(sent:)), into: empty, request)
            return naming(unread: Self.tokenMembers, in: text, document)
        }
        let entries = elements.entries { entry throws(EntryError) in
            var entry = try AuthyGistEntry(entry)
            entry.encoding = request.secretEncoding ?? .base32
            return entry
        }
        return try document(
            of: entries, records: records, request.limits, unread: Self.entryMembers.unread(in: text), in: text)
    }

    /// The elements of all lists in a file whose outermost value is an object.
    private static func recordCount(_ text: [UInt8]) -> Int {
        let tokens: [JSONRecordCount.Step] = lists.map { .member($0) }
        let lists = tokens.map { [$0] } + tokens.map { ["tokens", $0] } + [["apps"], ["apps", "apps"]]
        return lists.reduce(0) { $0 + JSONRecordCount.count($1, in: text) }
    }

    /// The names of the lists of tokens.
    private static let lists = ["authenticator_tokens", "decrypted_authenticator_tokens"]

    /// The tokens of a file whose outermost value is an object. Lists of deleted tokens are ignored.
    ///
    /// - Throws: ``SourceError`` with `corrupt` if something else is in the place of a list.
    private static func tokens(_ file: JSONValue) throws(SourceError) -> [Token] {
        var found: [JSONValue] = []
        for place in [file, try file.member("tokens")].compactMap({ $0 }) {
            for list in lists where try place.member(list) != nil { found += try place.list(list) }
        }
        return found.entries(AuthyToken.init(sent:))
    }

    private static func apps(_ file: JSONValue) throws(SourceError) -> [JSONValue] {
        guard let apps = try file.member("apps") else { return [] }
        if apps.kind == .array { return Array(apps.elements) }
        return try apps.member("apps") == nil ? [] : Array(try apps.list("apps"))
    }

    private typealias Token = Result<AuthyToken, EntryError>

    /// - Parameter positions: those of the tokens, if they are not a list.
    private func read(
        _ tokens: [Token], apps: [JSONValue] = [], into empty: ImportedDocument, _ request: ImportRequest,
        at positions: [EntryPosition] = []
    ) throws(SourceError) -> ImportedDocument {
        try request.limits.check(records: tokens.count + apps.count)
        let all = tokens + apps.entries(AuthyToken.init(app:))
        var document = empty
        for (index, account) in try AuthyEncryption.accounts(of: all, request).enumerated() {
            document.add(account, at: positions.isEmpty ? EntryPosition(entry: index + 1) : positions[index])
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
    /// How the secret is written, as the user says.
    var encoding = SecretEncoding.base32
    let names: (issuer: String, name: String)
    private let link: [UInt8]
    private let secret: LenientText?

    init(_ entry: JSONObject) throws(EntryError) {
        names = Self.split(try entry.value("name").name.withoutUndefined)
        link = Array(try entry.value("uri").name.trimmingWhitespace.utf8)
        secret = try entry.value("secret")?.text
    }

    func draft() throws(EntryError) -> AccountDraft {
        guard let found = KeyURIScheme.find(in: link.span), found.scheme.readAs == .otpauth, found.start == 0 else {
            var draft = try AccountDraft(secret: try secret.checked("the secret"), in: encoding)
            draft.warning = "the file does not say how many digits and which period; 6 digits and 30 s are assumed"
            return draft
        }
        var draft = try AccountDraft(link: Self.withPeriod(link, found.scheme))
        if let named = draft.names {
            let issuer = named.issuer.withoutUndefined, name = named.name.withoutUndefined
            draft.names = (issuer.isEmpty ? names.issuer : issuer, name.isEmpty ? names.name : name)
        }
        return draft
    }

    /// Authy's own tokens have seven digits and a period of 10 s.
    private static func withPeriod(_ link: [UInt8], _ scheme: KeyURIScheme) -> [UInt8] {
        let parts = KeyURIParts(link.span, scheme: scheme)
        guard parts.period == nil, let digits = parts.digits, link[digits].elementsEqual("7".utf8) else { return link }
        return link.settingParameter("period", "10")
    }

    /// As the label of a link.
    private static func split(_ name: String) -> (issuer: String, name: String) {
        guard let colon = name.firstIndex(of: ":") else { return ("", name) }
        return (
            String(name[..<colon]).trimmingWhitespace, String(name[name.index(after: colon)...]).trimmingWhitespace
        )
    }
}

/// The CSV that answers a data request.
///
/// Some are untidy: whole rows, or all of them, are in one pair of quotes.
enum AuthyRequestTable {
    private static let quote = UInt8(ascii: "\"")
    private static let seed = "encrypted_seed", salt = "salt"
    /// The file does not say how many; it was always this number.
    private static let iterations: Int64 = 100_000

    /// Whether the first line names the columns, ignoring quotes.
    static func matches(_ content: SourceContent) -> Bool {
        guard content.kind == .text else { return false }
        let head = SourceContent(text: content.text.prefix(1 << 12).filter { $0 != quote })
        let columns = head.csvHeader.map { $0.trimmingWhitespace.lowercased() }
        return columns.contains(seed) && columns.contains(salt)
    }

    /// - Returns: the tokens, and a document with the number of records, to which nothing but them must be added.
    /// - Throws: ``SourceError`` as ``CSVTable``.
    static func tokens(
        _ text: [UInt8], as format: FormatID
    ) throws(SourceError) -> (tokens: [(line: Int, token: AuthyToken)], document: ImportedDocument) {
        var table = try table(text)
        var document = ImportedDocument(format: format, records: table.countRecords())
        try table.check([seed, salt])
        var unread = UnreadCells(table.header, known: ["name", "issuer", "digits", seed, salt, "iv"])
        var tokens: [(line: Int, token: AuthyToken)] = []
        while let row = try table.next() {
            if row.isBlank {
                document.skipped.add(.blank)
                continue
            }
            unread.look(at: row)
            var token = AuthyToken()
            (token.name, token.originalName, token.originalIssuer) = (row["name"], row["name"], row["issuer"])
            (token.accountType, token.isFromServer) = ("authenticator", true)
            token.digits = .text(row["digits"])
            token.encryptedSecret = .text(row[seed])
            token.salt = row[salt].trimmingWhitespace
            token.iv = .text(row["iv"])
            token.iterations = .number(iterations)
            tokens.append((row.line, token))
        }
        document.skipped.add(.header, count: table.headerCount)
        unread.finish(&document)
        return (tokens, document)
    }

    private static func table(_ text: [UInt8]) throws(SourceError) -> CSVTable {
        if let table = try? CSVTable(text), table.has(seed) {
            return table
        }
        let text = text.filter { $0 != quote }
        return try CSVTable(text)
    }
}
