import Encodings
import TOTPDomain

/// The file: entries, or the same file once more in sealed form.
struct ProtonAuthenticatorFile: Decodable {
    var version: LenientNumber?
    var entries: Lenient<[Lenient<Entry>]>?
    /// Base64.
    var salt: LenientText?
    /// Base64.
    var content: LenientText?

    struct Entry: Decodable, Sendable {
        var note: LenientText?
        var content: Lenient<Content>?
    }

    struct Content: Decodable, Sendable {
        var uri: LenientText?
        var type: LenientText?
        /// What the person calls the account, perhaps not what the link says.
        var name: LenientText?

        enum CodingKeys: String, CodingKey {
            case uri, name
            case type = "entry_type"
        }
    }

    func checkVersion() throws(SourceError) {
        guard version == nil || version.whole == 1 else {
            throw SourceError(
                .unsupportedVersion,
                "a Proton Authenticator export of a version that is not known; this program reads version 1")
        }
    }

    static func document(of entries: [Lenient<Entry>], as format: FormatID) -> ImportedDocument {
        var document = ImportedDocument(format: format, entries: [])
        for (index, entry) in entries.enumerated() {
            let content = entry.value?.content.value()
            let position = EntryPosition(entry: index + 1)
            document.append(at: position, label: label(content)) { () throws(EntryError) in
                guard let entry = entry.value else { throw EntryError(.fieldDamaged, "the entry is not an object") }
                guard let content else { throw EntryError(.fieldDamaged, "the entry has no content") }
                return try reading(content, note: entry.note.orEmpty)
            }
        }
        return document
    }

    private static func label(_ content: Content?) -> (issuer: String, name: String) {
        guard let content else { return ("", "") }
        let name = content.name.orEmpty
        return ("", name.isEmpty ? KeyURI.label(of: Array(content.uri.orEmpty.utf8).span) : name)
    }

    private static func reading(_ content: Content, note: String) throws(EntryError) -> KeyURI.Reading {
        let type = try content.type.checked("the type") ?? ""
        guard type == "Totp" || type == "Steam" else {
            throw EntryError(.typeUnknown, "the type \(type.quoted) is not one of Totp, Steam")
        }
        guard let uri = try content.uri.checked("the link") else {
            throw EntryError(.secretMissing, "the entry holds no link")
        }
        var reading = try KeyURI.read(Array(uri.utf8).span)
        var issuer = reading.item.issuer
        if type == "Steam" {
            reading.item.parameters = try OTPParameters(kind: .steam)
            issuer = "Steam"
        }
        let name = content.name.orEmpty.trimmingWhitespace
        let isOwn = !name.isEmpty && name != issuer
        reading.item.describe(issuer: issuer, name: isOwn ? name : reading.item.name, note: note)
        return reading
    }
}
