import Encodings
import TOTPDomain

/// The program's own plain JSON, which `convert --to json` writes (`Docs/formats/json.md`).
package struct ItemsJSONFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "json",
        group: .file,
        app: "totp-import",
        file: "JSON, plain",
        encryption: .never,
        exportSteps: .command("totp-import convert INPUT --to json --output ", thenFile: "")
    )

    package static let formatName = "totp-import-items"
    package static let version: Int64 = 1

    private static let members = KnownNames(
        reading: ItemsJSONItem.shape, "format version items tags favorite token serial manufacturer model user",
        list: "items")

    /// The name is in the first line. A file with a part of an account that the program does not write was changed by
    /// hand.
    package func recognizes(_ content: SourceContent) -> Bool {
        guard let outline = content.jsonOutline, outline.shape == .object, outline.members["format"] == .string else {
            return false
        }
        return content.text.prefix(4096).firstRange(of: Array("\"\(Self.formatName)\"".utf8)) != nil
            && Self.members.haveAllParts(in: content.text)
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let file = try JSONFile(request.content.text)
        try checkHead(file)
        let items = try file.list("items")
        if !items.isEmpty, items.allSatisfy({ $0.kind == .object && !$0.has("secret") }) {
            throw SourceError(
                .corrupt, "it has no secrets: a list to look at leaves them out",
                .text("write it again with convert --to json", onPage: "make it again, with its secrets"))
        }
        let document = try ImportedDocument(
            format: description.id, list: items, at: ["items"], in: request.content.text, request.limits,
            account: ItemsJSONItem.init)
        return naming(unread: Self.members, in: request.content.text, document)
    }

    /// Read first: the rest of a newer version may have any shape.
    private func checkHead(_ file: JSONFile) throws(SourceError) {
        let format = try file.string("format"), version = try file.integer("version")
        guard format == Self.formatName else {
            throw SourceError(.corrupt, "its format is \(format.quoted), not \"\(Self.formatName)\"")
        }
        guard version <= Self.version else {
            throw SourceError(
                .unsupportedVersion,
                "it has version \(version), this program reads version \(Self.version)", .update)
        }
        guard version == Self.version else {
            throw .damaged("there is no version \(version)")
        }
    }
}

/// The file is this program's own, so a field with the wrong type is damage, even if no code depends on it.
private struct ItemsJSONItem: ExportedAccount {
    private let account: ShapedAccount
    private let tags, favorite, token: JSONValue?

    static let shape = EntryShape(
        issuer: "issuer", name: "name", secret: "secret",
        kind: .named(
            "type", among: ["totp": .totp, "hotp": .hotp, "steam": .steam, "motp": .motp, "yandex": .yandex]),
        algorithm: "algorithm", digits: "digits", period: "period", counter: "counter",
        missingCounter: "look it up where the account came from", pin: "pin", note: "note")

    init(_ entry: JSONObject) throws(EntryError) {
        account = try Self.shape.account(in: entry)
        tags = try entry.value("tags")
        favorite = try entry.value("favorite")
        token = try entry.value("token")
    }

    var names: (issuer: String, name: String) {
        (account.issuer.orEmpty.trimmingWhitespace, account.name.orEmpty.trimmingWhitespace)
    }

    func draft() throws(EntryError) -> AccountDraft {
        var draft = try account.draft()
        guard account.kind.orEmpty == draft.kind.rawValue else {
            throw EntryError(.typeUnknown, "the type must be in lower case, \(draft.kind.rawValue)")
        }
        // The first reader of the account already removed the issuer from the name; it must not be removed twice.
        draft.isVerbatim = true
        // Damage is reported, even in members that the kind does not use.
        _ = try account.pin.checked("the PIN")
        _ = try account.note.checked("the note")
        draft.tags = try strings(tags)
        guard favorite == nil || favorite?.flag != nil else {
            throw EntryError(.fieldDamaged, "favorite is not true or false")
        }
        draft.isFavorite = favorite?.flag ?? false
        if let token { draft.token = try Self.token(token) }
        return draft
    }

    private static func token(_ value: JSONValue) throws(EntryError) -> Account.Token? {
        guard let token = JSONObject(value) else { throw EntryError(.fieldDamaged, "token is not an object") }
        func text(_ name: String) throws(EntryError) -> String? {
            let field = try token.value(name)?.field
            return try field.checked("a detail of the token")
        }
        return try Account.Token(
            serial: try text("serial"), manufacturer: try text("manufacturer"), model: try text("model"),
            user: try text("user"))
    }

    private func strings(_ list: JSONValue?) throws(EntryError) -> [String] {
        guard let list else { return [] }
        let values = JSONList(list)?.all, strings = values?.compactMap(\.string) ?? []
        guard strings.count == values?.count else {
            throw EntryError(.fieldDamaged, "tags is not a list of strings")
        }
        return strings
    }
}
