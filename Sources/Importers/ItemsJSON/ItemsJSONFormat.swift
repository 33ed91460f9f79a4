import Encodings
import TOTPDomain

/// The program's own plain JSON, which `convert --to json` writes (`Docs/formats/json.md`).
package struct ItemsJSONFormat: ImportFormat {
    package init() {}

    package var description: FormatDescription {
        FormatDescription(
            id: "json",
            group: .file,
            app: "totp-import",
            file: "JSON, plain",
            encryption: .never,
            exportSteps: .command("totp-import convert INPUT --to json --output ", thenFile: "")
        )
    }

    private static let formatName = "totp-import-items"
    private static let version: Int64 = 1

    private static let members = KnownMembers(
        "format version items type issuer name secret algorithm digits period counter pin note tags favorite")

    /// The name is in the first line. A file with a part of an account that the program does not write was changed by
    /// hand.
    package func recognizes(_ content: SourceContent) -> Bool {
        guard let outline = content.jsonOutline, outline.shape == .object, outline.members["format"] == .string else {
            return false
        }
        return content.text.prefix(4096).firstRange(of: Array("\"\(Self.formatName)\"".utf8)) != nil
            && Self.members.unread(in: content.text).isEmpty
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        try checkHead(request.content.text)
        let items = try JSONFile.decode(ItemsJSONFile.self, from: request.content.text).items
        if !items.isEmpty, items.allSatisfy({ $0.value.map { $0.secret == nil } ?? false }) {
            throw SourceError(
                .corrupt, "it has no secrets, as list --json leaves them out", "write it again with convert --to json")
        }
        let document = try ImportedDocument(
            format: description.id, list: items, at: ["items"], in: request.content.text, request.limits)
        return naming(unread: Self.members, in: request.content.text, document)
    }

    /// Decoded first and on its own: the rest of a newer version may have any shape.
    private func checkHead(_ text: [UInt8]) throws(SourceError) {
        let head = try JSONFile.decode(ItemsJSONFile.Head.self, from: text)
        guard head.format == Self.formatName else {
            throw SourceError(.corrupt, "its format is \(head.format.quoted), not \"\(Self.formatName)\"")
        }
        guard head.version <= Self.version else {
            throw SourceError(
                .unsupportedVersion,
                "it has version \(head.version), this program reads version \(Self.version)", .update)
        }
        guard head.version == Self.version else {
            throw .damaged("there is no version \(head.version)")
        }
    }
}

/// The program's own JSON file (`Docs/formats/json.md`).
package struct ItemsJSONFile: Decodable {
    package var items: JSONList<Item>

    package struct Head: Decodable {
        package var format: String
        package var version: Int64
    }

    package struct Item: Decodable, Sendable {
        package var type: LenientText?
        package var issuer: LenientText?
        package var name: LenientText?
        package var secret: LenientText?
        package var algorithm: LenientText?
        package var digits: LenientNumber?
        package var period: LenientNumber?
        package var counter: LenientNumber?
        package var pin: LenientText?
        package var note: LenientText?
        package var tags: Lenient<[String]>?
        package var favorite: Lenient<Bool>?
    }
}

/// The file is this program's own, so a field with the wrong type is damage, even if no code depends on it.
extension ItemsJSONFile.Item: ExportedAccount {
    var names: (issuer: String, name: String) { (issuer.orEmpty.trimmingWhitespace, name.orEmpty.trimmingWhitespace) }

    func draft() throws(EntryError) -> AccountDraft {
        let typeName = try type.checked("the type") ?? ""
        guard let kind = OTPKind(rawValue: typeName) else {
            throw EntryError(.typeUnknown, "the type \(typeName.quoted) is not one of totp, hotp, steam, motp, yandex")
        }
        var draft = try AccountDraft(kind: kind, base32: try secret.checked("the secret"))
        // The first reader of the account already removed the issuer from the name; it must not be removed twice.
        draft.isVerbatim = true
        try draft.take(algorithm: algorithm, digits: digits, period: period, counter: counter)
        draft.pin = try pin.checked("the PIN")
        if kind == .hotp, draft.counter == nil {
            throw EntryError(.counterOutOfRange, "the counter is missing", "look it up where the account came from")
        }
        if case .text(let note) = note { draft.note = note } else { _ = try note.checked("the note") }
        guard tags == nil || tags.value() != nil else {
            throw EntryError(.fieldDamaged, "tags is not a list of strings")
        }
        guard favorite == nil || favorite.value() != nil else {
            throw EntryError(.fieldDamaged, "favorite is not true or false")
        }
        draft.tags = tags.value() ?? []
        draft.isFavorite = favorite.value() ?? false
        return draft
    }
}
