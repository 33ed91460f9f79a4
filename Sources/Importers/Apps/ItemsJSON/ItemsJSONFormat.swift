import Encodings
import FormatEngine
import Links
import Platform
import TOTPDomain

/// The program's own plain JSON, which `convert --to json` writes (`Docs/formats/json.md`).
package struct ItemsJSONFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "json",
        group: .file,
        app: "totp-import",
        file: "JSON, plain",
        exportSteps: .command("totp-import convert INPUT --to json --output ", thenFile: "")
    )

    static let formatName = "totp-import-items"
    package static let version: Int64 = 1

    private static let members = KnownNames(
        reading: ItemsJSONItem.shape, "format version items tags favorite token serial manufacturer model user",
        list: "items")

    /// The name is in the first line. A file with a part of an account that the program does not write was changed by
    /// hand.
    package func recognizes(_ content: SourceContent) -> Bool {
        guard let outline = content.jsonObject, outline.members["format"] == .string else { return false }
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
        return try accounts(
            items, at: ["items"], in: request.content.text, request.limits, knowing: Self.members,
            account: ItemsJSONItem.account, complete: ItemsJSONItem.complete)
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
private enum ItemsJSONItem {
    static let shape = EntryShape(
        issuer: "issuer", name: "name", secret: "secret",
        kind: .named(
            "type", among: ["totp": .totp, "hotp": .hotp, "steam": .steam, "motp": .motp, "yandex": .yandex]),
        algorithm: "algorithm", digits: "digits", period: "period", counter: "counter",
        missingCounter: "look it up where the account came from", pin: "pin", note: "note")

    static func account(_ entry: JSONObject) throws(EntryError) -> ShapedAccount {
        var account = try shape.account(in: entry)
        account.issuer = .text(account.issuer.orEmpty.trimmingWhitespace)
        account.name = .text(account.name.orEmpty.trimmingWhitespace)
        return account
    }

    static func complete(_ entry: JSONObject, _ draft: inout AccountDraft) throws(EntryError) {
        guard try entry.text("type").orEmpty == draft.kind.rawValue else {
            throw EntryError(.typeUnknown, "the type must be in lower case, \(draft.kind.rawValue)")
        }
        // The first reader of the account already removed the issuer from the name; it must not be removed twice.
        draft.isVerbatim = true
        // Damage is reported, even in members that the kind does not use.
        _ = try entry.text("pin").checked("the PIN")
        _ = try entry.text("note").checked("the note")
        draft.tags = try strings(entry.value("tags"))
        let favorite = try entry.value("favorite")
        guard favorite == nil || favorite?.flag != nil else {
            throw EntryError(.fieldDamaged, "favorite is not true or false")
        }
        draft.isFavorite = favorite?.flag ?? false
        if let token = try entry.value("token") { draft.token = try self.token(token) }
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

    private static func strings(_ list: JSONValue?) throws(EntryError) -> [String] {
        guard let list else { return [] }
        let values = JSONList(list)?.all, strings = values?.compactMap(\.string) ?? []
        guard strings.count == values?.count else {
            throw EntryError(.fieldDamaged, "tags is not a list of strings")
        }
        return strings
    }
}

/// The program's own plain JSON (`json`): every field that an import can read, one account per line.
package struct ItemsJSONExport: ExportFormat {
    package init() {}

    package let description = ExportDescription(
        of: ItemsJSONFormat(),
        protection: .none,
        capabilities: .everything,
        importSteps: .command("totp-import import ", thenFile: " --vault VAULT")
    )

    package func write(_ request: ExportRequest) -> Export {
        var selection = ExportSelection(request, for: description)
        // The reader removes these spaces, which people may type.
        selection.recordNames { ($0.issuer.trimmingWhitespace, $0.name.trimmingWhitespace) }
        return selection.export(
            "accounts.json", Self.document(request.items, revealingSecrets: true), keepsNames: true)
    }

    /// Where an account is in the list that it was selected from.
    package struct Place {
        /// From 1.
        package var number: Int
        /// nil if it differs in each run.
        package var id: UUID?

        package init(number: Int, id: UUID?) { (self.number, self.id) = (number, id) }
    }

    /// The document, with or without secrets and PINs.
    ///
    /// - Parameters:
    ///   - places: the place of each account, which is also written; nil in an export.
    ///   - warnings: about the inputs; none in an export.
    package static func document(
        _ items: [Account], revealingSecrets: Bool, places: [Place]? = nil, warnings: [String] = []
    ) -> [UInt8] {
        var bytes = Array(
            "{\"format\":\"\(ItemsJSONFormat.formatName)\",\"version\":\(ItemsJSONFormat.version),\"items\":[".utf8)
        for (index, account) in items.enumerated() {
            bytes += (index == 0 ? "\n  " : ",\n  ").utf8
            bytes += json(account, revealingSecrets: revealingSecrets, places?[index]).utf8
        }
        bytes += (items.isEmpty ? "]" : "\n]").utf8
        if !warnings.isEmpty { bytes += ",\"warnings\":".utf8 + OrderedJSON.array(warnings.map { .string($0) }).utf8 }
        bytes += "}\n".utf8
        return bytes
    }

    private static func json(_ account: Account, revealingSecrets: Bool, _ place: Place?) -> OrderedJSON {
        // People also keep links and secrets in texts.
        func shown(_ text: String) -> String { revealingSecrets ? text : text.withoutSecrets }
        return .object([
            "row": place.map { .integer($0.number) },
            "id": place?.id.map { .string($0.uuidString) },
            "type": .string(account.parameters.kind.rawValue),
            "issuer": .string(shown(account.issuer)),
            "name": .string(shown(account.name)),
            "secret": revealingSecrets ? .string(account.secret.base32) : nil,
            "algorithm": .string(account.parameters.algorithm.rawValue),
            "digits": .integer(account.parameters.digits),
            "period": account.parameters.period.map { .integer($0) },
            "counter": account.parameters.counter.map { .integer($0) },
            "pin": revealingSecrets ? account.pin.map { .string($0.text) } : nil,
            "note": account.note.map { .string(shown($0)) },
            "tags": account.tags.isEmpty ? nil : .array(account.tags.map { .string(shown($0)) }),
            "favorite": account.isFavorite ? true : nil,
            "token": account.token?.json(shown),
        ])
    }
}
