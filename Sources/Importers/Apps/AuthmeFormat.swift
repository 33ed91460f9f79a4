import Encodings
import FormatEngine
import Links
import TOTPDomain

/// Authme's export: JSON around a text with the accounts (`Docs/formats/authme.md`).
package struct AuthmeFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "authme",
        app: "Authme",
        file: "JSON, .authme",
        exportSteps: .menu("Export › Save as Authme file; the QR codes of the HTML file are read as images")
    )

    package func recognizes(_ content: SourceContent) -> Bool {
        guard let outline = content.jsonObject else { return false }
        return outline.members["role"] == .string && outline.members["codes"] == .string && outline.has("encrypted")
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let text = request.content.text
        return try FormatVersion("Authme version", to: 3, at: ["version"], in: text).reading(accountsAt: []) {
            () throws(SourceError) in
            let file = try JSONValue(text: text)
            guard try !file.member("encrypted").isSet else {
                throw SourceError(
                    .accountRestricted, "Authme encrypted it with its own key", "export it again without encryption")
            }
            guard let codes = try file.member("codes")?.string.flatMap({ Base64.decode($0) }) else {
                throw .incomplete("codes")
            }
            return naming(unread: Self.members, in: text, try document(of: codes, request.limits))
        }
    }

    private static let members = KnownNames("role encrypted codes date version")

    /// - Parameter codes: the decoded text, UTF-8 or Latin-1.
    package func document(of codes: [UInt8], _ limits: ImportLimits) throws(SourceError) -> ImportedDocument {
        let text = TextDecoding.lenientString(codes)
        let entries = PlantedLoss.applied(to: AuthmeEntry.entries(of: text))
        guard !entries.isEmpty || text.isBlank else {
            throw SourceError.damaged("codes contains no account")
        }
        var document = try ImportedDocument(
            format: description.id, records: AuthmeEntry.count(in: text), accounts: entries,
            limits)
        var lines = TextLines(), unread = UnreadNames()
        while let line = lines.next(in: codes.span) {
            let text = codes[line.range]
            guard text.firstNonSpace != nil, !text.contains(ASCII.colon) else { continue }
            document.leftovers.add(Leftover.Kind(in: Array(text).span) ?? .text, line: line.number + 1)
        }
        for entry in entries { unread.add(entry.otherNames, except: []) }
        return naming(unread: unread, document)
    }
}

/// An account in Authme's text: lines such as `Name:   alice`.
struct AuthmeEntry: ExportedAccount {
    private var fields: [Field: String] = [:]
    /// The names of lines that are not fields of the app.
    private(set) var otherNames: [String] = []

    private enum Field: String { case name, secret, issuer, type }

    /// An entry starts at its name; in a damaged text, also where a field is repeated.
    static func entries(of text: String) -> [AuthmeEntry] {
        let bytes = Array(text.utf8)
        var entries: [AuthmeEntry] = []
        var lines = TextLines()
        while let line = lines.next(in: bytes.span) {
            let text = bytes[line.range]
            guard let colon = text.firstIndex(of: ASCII.colon) else { continue }
            let name = TextDecoding.lenientString(text[..<colon].trimmingWhitespace)
            guard let field = Field(rawValue: name.lowercased()) else {
                if let last = entries.indices.last, entries[last].otherNames.count < UnreadNames.most,
                    text[(colon + 1)...].contains(where: { !ASCII.isWhitespace($0) })
                {
                    entries[last].otherNames.append(name)
                }
                continue
            }
            if field == .name || entries.last?.fields[field] != nil || entries.isEmpty { entries.append(AuthmeEntry()) }
            entries[entries.count - 1].fields[field] =
                TextDecoding.lenientString(text[(colon + 1)...]).trimmingWhitespace
        }
        return entries
    }

    /// The number of entries, by the names of fields alone.
    static func count(in text: String) -> Int {
        var count = 0
        var seen: Set<Field> = []
        for line in text.split(whereSeparator: { $0.isNewline || $0 == "\0" }) {
            guard let colon = line.firstIndex(of: ":"),
                let field = Field(rawValue: String(line[..<colon]).trimmingWhitespace.lowercased())
            else { continue }
            if field == .name || seen.contains(field) || count == 0 { (count, seen) = (count + 1, []) }
            seen.insert(field)
        }
        return count
    }

    var names: (issuer: String, name: String) { (fields[.issuer] ?? "", fields[.name] ?? "") }

    /// All codes have SHA1, six digits and 30 seconds.
    func draft() throws(EntryError) -> AccountDraft {
        let type = fields[.type] ?? ""
        guard let kind = type.isEmpty ? .totp : OTPKind(field: type), kind == .totp || kind == .hotp else {
            throw EntryError(.typeUnknown, "the type \(type.quoted) is not one of OTP_TOTP, OTP_HOTP")
        }
        var draft = try AccountDraft(kind: kind, base32: fields[.secret])
        draft.startAtZero()
        return draft
    }
}
