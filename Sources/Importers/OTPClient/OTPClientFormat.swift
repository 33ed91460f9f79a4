import CryptoPrimitives
import Encodings
import TOTPDomain

/// OTPClient's database, versions 1 to 3 (`Docs/formats/otpclient.md`).
package struct OTPClientFormat: ImportFormat {
    package init() {}

    package var description: FormatDescription {
        FormatDescription(
            id: "otpclient",
            app: "OTPClient",
            file: "encrypted database, .enc",
            encryption: .always,
            exportSteps: "Copy the database itself, by default ~/.config/NewDatabase.enc"
        )
    }

    private static let members = KnownMembers("type label issuer secret digits algo period counter")

    package func recognizes(_ content: SourceContent) -> Bool {
        guard content.kind == .binary || content.kind == .text else { return false }
        return content.bytes.starts(with: OTPClientEncryption.magic)
            || (content.kind == .binary && content.bytes.count > OTPClientEncryption.minimumCount)
    }

    /// Version 1 starts with random bytes.
    package func hasNoSignature(_ content: SourceContent) -> Bool {
        !content.bytes.starts(with: OTPClientEncryption.magic)
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let encryption = try OTPClientEncryption(request.content.bytes)
        guard let passphrase = request.passphrase else { throw .passphraseRequired }
        let text = try encryption.open(passphrase, request.limits)
        let entries = try JSONFile.decode(JSONList<Entry>.self, from: text)
        let document = try ImportedDocument(format: description.id, list: entries, in: text, request.limits)
        return naming(unread: Self.members, in: text, document)
    }

    private struct Entry: Decodable, ExportedAccount {
        var type: LenientText?
        var label: LenientText?
        var issuer: LenientText?
        var secret: LenientText?
        var digits: LenientNumber?
        var algo: LenientText?
        var period: LenientNumber?
        var counter: LenientNumber?
        var group: LenientText?

        var names: (issuer: String, name: String) { (issuer.orEmpty, label.orEmpty) }

        func draft() throws(EntryError) -> AccountDraft {
            let isSteam = issuer.orEmpty.trimmingWhitespace.lowercased() == "steam"
            let name = try type.checked("the type") ?? ""
            let kind: OTPKind
            switch name.uppercased() {
            case "TOTP": kind = isSteam ? .steam : .totp
            case "HOTP": kind = .hotp
            default: throw EntryError(.typeUnknown, "the type \(name.quoted) is not one of TOTP, HOTP")
            }
            var draft = try AccountDraft(kind: kind, base32: try secret.checked("the secret"))
            try draft.take(algorithm: algo, digits: digits, period: period, counter: counter)
            draft.tags = [group.orEmpty]
            return draft
        }
    }
}
