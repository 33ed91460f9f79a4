import Encodings
import FormatEngine
import TOTPDomain

/// Aegis's vault export, plain or encrypted (`Docs/formats/aegis.md`).
package struct AegisFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "aegis",
        app: "Aegis",
        file: "JSON, or HTML",
        encryption: .optional,
        exportSteps: .menu("Settings › Import & Export › Export, format Aegis (.JSON)")
    )

    /// The newest versions of the file and of the content in it, whose groups have identifiers.
    package static let version: Int64 = 1, contentVersion: Int64 = 3

    /// MD5 is a bug in the app, which never generates such codes. The group is a name, up to version 2.
    package static let entry = EntryShape(
        issuer: "issuer", name: "name", inside: "info", needsInside: true, secret: ".secret",
        kind: .named(
            "type", among: ["totp": .totp, "hotp": .hotp, "steam": .steam, "motp": .motp, "yandex": .yandex]),
        algorithm: ".algo", unusedAlgorithm: .text("MD5"), digits: ".digits", period: ".period", counter: ".counter",
        missingCounter: "look it up in the app", pin: ".pin", note: "note", favorite: "favorite", group: "group")

    /// The others of `VaultFile`, `Vault`, `VaultGroup` and `VaultEntry`; a plain file has a header without content.
    private static let members = KnownNames(
        reading: entry,
        """
        version header slots params db entries groups icons_optimized uuid icon icon_mime icon_hash
        """, flags: "archived", list: "entries")

    package func recognizes(_ content: SourceContent) -> Bool {
        guard let outline = content.jsonOutline else { return AegisPage.matches(content) }
        // One of them may have another name in a newer version.
        return outline.shape == .object
            && (outline.has("header", "db") || outline.has("version", "header") && outline.members.count > 2
                || outline.has("version") && outline.members["db"] == .object)
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        if request.content.isMarkup {
            let page = try AegisPage(request.content.text)
            return naming(unread: page.unread, try page.read(request, as: description.id))
        }
        let text = request.content.text, entries = ["db", "entries"]
        return try FormatVersion("Aegis version", to: Self.version, at: ["version"], in: text)
            .reading(accountsAt: entries) { () throws(SourceError) in
                try contentVersion(in: ["db"], of: text).reading(accountsAt: entries) { () throws(SourceError) in
                    try document(request)
                }
            }
    }

    private func contentVersion(in path: [String], of text: [UInt8]) -> FormatVersion {
        FormatVersion("Aegis content version", to: Self.contentVersion, at: path + ["version"], in: text)
    }

    private func document(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let file = try JSONFile(request.content.text), encryption = try AegisEncryption(try file.object("header"))
        let isEncrypted = try file.value("db")?.kind == .string
        let content = try isEncrypted ? nil : file.object("db")
        switch (content, encryption) {
        case (let content?, nil):
            return try document(content, at: ["db", "entries"], in: request.content.text, request.limits)
        case (nil, let encryption?):
            let text = try encryption.open(try file.string("db"), request.passphrase, request.limits)
            return try contentVersion(in: [], of: text).reading(accountsAt: ["entries"]) { () throws(SourceError) in
                try document(JSONFile(text), at: ["entries"], in: text, request.limits)
            }
        default:
            throw .damaged("its header and its content contradict each other")
        }
    }

    private func document(
        _ content: JSONFile, at path: [String], in text: [UInt8], _ limits: ImportLimits
    ) throws(SourceError) -> ImportedDocument {
        var groups = TagNames(try content.value("groups").elements.strings(under: "name", by: "uuid"))
        let document = try accounts(
            content.list("entries"), at: path, in: text, limits, knowing: Self.members, account: Self.entry.account
        ) { (entry, draft) throws(EntryError) in
            let own = try entry.value("groups").map { value in JSONList(value)?.all ?? [value] } ?? []
            draft.tags = groups.tags(own.map(\.name), in: "groups") + draft.tags
        }
        return naming(unread: groups.unread, document)
    }
}

/// The vault of Aegis, plain or encrypted (`Docs/formats/aegis.md`).
package struct AegisExport: ExportFormat {
    package init() {}

    package let description = ExportDescription(
        of: AegisFormat(),
        file: "JSON",
        protection: .optional,
        capabilities: ExportCapabilities(
            kinds: [.totp: .init(), .hotp: .init(), .steam: .init(), .motp: .init(), .yandex: .init()],
            details: [.note, .tags, .favorite, .pin]),
        importSteps: .menu("Settings › Import & Export › Import from file, then choose Aegis.")
    )

    package func write(_ request: ExportRequest) throws(ExportError) -> Export {
        var selection = ExportSelection(request, for: description)
        selection.recordNames()
        selection.recordTags()
        selection.recordBlankNotes()
        selection.recordMissingPINs()
        let content = try content(selection.accounts.map(\.account), request.random)
        return selection.export("aegis.json", try file(content, request))
    }

    private func file(_ content: OrderedJSON, _ request: ExportRequest) throws(ExportError) -> [UInt8] {
        let header: OrderedJSON, db: OrderedJSON
        switch request.protection {
        case .none: (header, db) = (AegisEncryption.plainHeader, content)
        case .passphrase(let passphrase):
            let text: String
            (header, text) = try AegisEncryption.seal(content.indented(by: 4), passphrase, request.random)
            db = .string(text)
        }
        return OrderedJSON.object(["version": .integer(AegisFormat.version), "header": header, "db": db])
            .indented(by: 4)
    }

    private func content(_ items: [Account], _ random: any RandomSource) throws(ExportError) -> OrderedJSON {
        var groups = TagGroups()
        let entries = try items.map { (account) throws(ExportError) in
            let ids = try account.distinctTags.map { (tag) throws(ExportError) in
                OrderedJSON.string(try groups.id(of: tag, newID: random.identifier))
            }
            return entry(account, id: try random.identifier(), groups: ids)
        }
        return .object([
            "version": .integer(AegisFormat.contentVersion),
            "entries": .array(entries),
            "groups": .array(groups.all.map { .object(["uuid": .string($0.id), "name": .string($0.name)]) }),
        ])
    }

    private func entry(_ account: Account, id: String, groups: [OrderedJSON]) -> OrderedJSON {
        .object([
            "type": .string(account.parameters.kind.rawValue),
            "uuid": .string(id),
            "name": .string(account.name),
            "issuer": .string(account.issuer),
            "note": .string(account.note ?? ""),
            "favorite": .bool(account.isFavorite),
            "icon": .null,
            "info": info(account),
            "groups": .array(groups),
        ])
    }

    private func info(_ account: Account) -> OrderedJSON {
        let parameters = account.parameters
        return .object([
            "secret": .string(account.secret.base32),
            "algo": .string(parameters.algorithm.rawValue),
            "digits": .integer(parameters.digits),
            "period": parameters.period.map { .integer($0) },
            "counter": parameters.counter.map { .integer($0) },
            // Without the member, Aegis rejects the entry.
            "pin": account.needsPIN ? .string(account.pin?.text ?? "") : nil,
        ])
    }
}
