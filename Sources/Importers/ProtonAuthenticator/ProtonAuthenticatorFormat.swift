import Encodings
import Links
import TOTPDomain

/// Proton Authenticator's export, plain or with a password (`Docs/formats/proton-authenticator.md`).
package struct ProtonAuthenticatorFormat: ImportFormat {
    package init() {}

    package var description: FormatDescription {
        FormatDescription(
            id: "proton-authenticator",
            app: "Proton Authenticator",
            file: "JSON",
            encryption: .optional,
            exportSteps: .menu("Settings › Export")
        )
    }

    private static let members = KnownMembers("id note content uri entry_type name")

    package func recognizes(_ content: SourceContent) -> Bool {
        guard let outline = content.jsonOutline, outline.shape == .object else { return false }
        if Set(outline.members.keys) == ["version", "salt", "content"] { return true }
        // Others have a version and entries, too.
        guard outline.has("version", "entries") else { return false }
        let depth = outline.members["entries"] == .object ? 2 : 3
        guard Self.members.areAll(ofRecordsAt: depth, inList: "entries", in: content.text) else { return false }
        return !content.hasObject(inList: "entries") { !$0.isEmpty }
            || content.hasObject(inList: "entries") { $0["content"] != nil }
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let text = request.content.text
        return try reading(text) { file throws(SourceError) in
            guard file.entries == nil, file.content != nil else {
                return try document(file, in: text, request.limits)
            }
            let text = try ProtonAuthenticatorEncryption(file).open(request.passphrase, request.limits)
            return try reading(text) { file throws(SourceError) in try document(file, in: text, request.limits) }
        }
    }

    private func reading(
        _ text: [UInt8], _ read: (ProtonAuthenticatorFile) throws(SourceError) -> ImportedDocument
    ) throws(SourceError) -> ImportedDocument {
        let version = ProtonAuthenticatorFile.version
        return try FormatVersion("Proton Authenticator version", from: version, to: version, at: ["version"], in: text)
            .reading(accountsAt: ["entries"]) { () throws(SourceError) in
                try read(JSONFile.decode(ProtonAuthenticatorFile.self, from: text))
            }
    }

    private func document(
        _ file: ProtonAuthenticatorFile, in text: [UInt8], _ limits: ImportLimits
    ) throws(SourceError) -> ImportedDocument {
        guard let entries = file.entries.value() else {
            throw .damaged("entries is missing or not a list")
        }
        let document = try ImportedDocument(
            format: description.id, list: entries, at: ["entries"], in: text, limits)
        return naming(unread: Self.members, in: text, document)
    }
}

extension ProtonAuthenticatorFile.Entry: ExportedAccount {
    var names: (issuer: String, name: String) {
        guard let content = content.value() else { return ("", "") }
        let name = content.name.orEmpty
        return ("", name.isEmpty ? KeyURI.label(of: Array(content.uri.orEmpty.utf8).span) : name)
    }

    func draft() throws(EntryError) -> AccountDraft {
        guard let content = content.value() else { throw EntryError(.fieldDamaged, "the entry has no content") }
        let type = try content.type.checked("the type") ?? ""
        guard [ProtonAuthenticatorFile.totp, ProtonAuthenticatorFile.steam].contains(type) else {
            throw EntryError(.typeUnknown, "the type \(type.quoted) is not one of Totp, Steam")
        }
        guard let uri = try content.uri.checked("the link") else {
            throw EntryError(.secretMissing, "the entry has no link")
        }
        var draft = try AccountDraft(link: Array(uri.utf8))
        let link = draft.names ?? ("", "")
        let isSteam = type == ProtonAuthenticatorFile.steam
        if isSteam { draft.kind = .steam }
        let issuer = isSteam ? "Steam" : link.issuer
        let name = content.name.orEmpty.trimmingWhitespace
        let isOwn = !name.isEmpty && name != issuer
        draft.names = (issuer, isOwn ? name : link.name)
        draft.note = note.orEmpty
        return draft
    }
}

/// The file: entries, or another such file in encrypted form.
package struct ProtonAuthenticatorFile: Decodable {
    /// The version that is read and written.
    package static let version: Int64 = 1
    package static let totp = "Totp", steam = "Steam"

    package var entries: Lenient<JSONList<Entry>>?
    /// Base64.
    package var salt: LenientText?
    /// Base64.
    package var content: LenientText?

    package struct Entry: Decodable, Sendable {
        package var note: LenientText?
        package var content: Lenient<Content>?
    }

    package struct Content: Decodable, Sendable {
        package var uri: LenientText?
        /// `Totp` or `Steam`.
        package var type: LenientText?
        /// The user's name for the account, which may differ from the link's.
        package var name: LenientText?

        enum CodingKeys: String, CodingKey {
            case uri, name
            case type = "entry_type"
        }
    }
}
