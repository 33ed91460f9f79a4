import Encodings
import FormatEngine
import Links
import TOTPDomain

/// Proton Authenticator's export, plain or with a password (`Docs/formats/proton-authenticator.md`).
package struct ProtonAuthenticatorFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "proton-authenticator",
        app: "Proton Authenticator",
        file: "JSON",
        encryption: .optional,
        exportSteps: .menu("Settings › Export")
    )

    /// The version that is read and written, of entries and of another such file in encrypted form.
    static let version: Int64 = 1
    static let totp = "Totp", steam = "Steam"

    private static let members = KnownNames(
        "version entries id content", texts: "note name", holder: ("content", "uri entry_type name"), list: "entries")

    package func recognizes(_ content: SourceContent) -> Bool {
        guard let outline = content.jsonObject else { return false }
        if Set(outline.members.keys) == ["version", "salt", "content"] { return true }
        // No other app has this member. A later version may rename the list or the link.
        if content.text.prefix(1 << 12).firstRange(of: Array("\"entry_type\"".utf8)) != nil,
            content.hasObject(inAnyList: { $0["id"] != nil && $0["content"] == .object })
        {
            return true
        }
        // Other files also have a version and entries.
        let isOwn = content.hasObject(inList: "entries") { $0["id"] != nil && $0["content"] == .object }
        guard outline.has("entries"), outline.has("version") || isOwn else { return false }
        let depth = outline.members["entries"] == .object ? 2 : 3
        guard Self.members.areAll(ofRecordsAt: depth, inList: "entries", butOne: true, in: content.text) else {
            return false
        }
        return !content.hasObject(inList: "entries") { !$0.isEmpty }
            || content.hasObject(inList: "entries") { $0["content"] != nil || $0["id"] != nil && $0["note"] != nil }
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let text = request.content.text
        return try reading(text) { file throws(SourceError) in
            let entries = try file.value("entries"), content = try file.value("content")
            let isPlain = entries != nil || content == nil
            let text = isPlain ? text : try ProtonAuthenticatorEncryption(file).open(request.passphrase, request.limits)
            func document(_ file: JSONFile) throws(SourceError) -> ImportedDocument {
                try accounts(
                    file.list("entries"), at: ["entries"], in: text, request.limits, knowing: Self.members,
                    account: ProtonAuthenticatorEntry.init)
            }
            return try isPlain ? document(file) : reading(text, document)
        }
    }

    private func reading(
        _ text: [UInt8], _ read: (JSONFile) throws(SourceError) -> ImportedDocument
    ) throws(SourceError) -> ImportedDocument {
        try FormatVersion(
            "Proton Authenticator version", from: Self.version, to: Self.version, at: ["version"], in: text
        ).reading(accountsAt: ["entries"]) { () throws(SourceError) in try read(JSONFile(text)) }
    }
}

private struct ProtonAuthenticatorEntry: ExportedAccount {
    private let note: LenientText?
    private let hasContent: Bool
    private let uri, type: LenientText?
    /// The user's name for the account, which may differ from the link's.
    private let name: LenientText?

    init(_ entry: JSONObject) throws(EntryError) {
        note = try entry.text("note")
        let content = try entry.object("content")
        hasContent = content != nil
        uri = try content?.text("uri")
        type = try content?.text("entry_type")
        name = try content?.text("name")
    }

    var names: (issuer: String, name: String) {
        ("", name.orEmpty.isEmpty ? KeyURI.label(of: Array(uri.orEmpty.utf8).span) : name.orEmpty)
    }

    func draft() throws(EntryError) -> AccountDraft {
        guard hasContent else { throw EntryError(.fieldDamaged, "the entry has no content") }
        let kind = try OTPKind.named(
            type, among: [ProtonAuthenticatorFormat.totp: .totp, ProtonAuthenticatorFormat.steam: .steam])
        guard let uri = try uri.checked("the link") else {
            throw EntryError(.secretMissing, "the entry has no link")
        }
        var draft = try AccountDraft(link: Array(uri.utf8), knowsSteamByIssuer: false)
        let link = draft.names ?? ("", "")
        if kind == .steam { draft.kind = .steam }
        let issuer = kind == .steam ? "Steam" : link.issuer
        let name = name.orEmpty.trimmingWhitespace
        let isOwn = !name.isEmpty && name != issuer
        draft.names = (issuer, isOwn ? name : link.name)
        draft.note = note.orEmpty
        return draft
    }
}
