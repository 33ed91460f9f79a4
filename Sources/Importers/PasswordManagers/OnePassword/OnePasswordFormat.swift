import Encodings
import FormatEngine
import TOTPDomain

/// 1Password's exports: 1PUX, CSV, and 1PIF of older versions (`Docs/formats/onepassword.md`).
package struct OnePasswordFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "onepassword",
        group: .passwordManager,
        app: "1Password",
        file: "1PUX, CSV or 1PIF",
        exportSteps: .text(
            "1Password 8 on a computer: File › Export (⋮ › Export on Windows and Linux) › 1PUX. Older versions: "
                + "File › Export › All Items, format 1PIF")
    )

    /// All of a 1PUX file: accounts and vaults, items with their overview, and the fields of every type.
    private static let members = KnownNames(
        """
        accounts attrs accountName name avatar email uuid domain vaults desc type items item favIndex createdAt \
        updatedAt state trashed categoryUuid details loginFields value id fieldType designation notesPlain \
        sections title hideAddAnotherField fields totp string concealed email_address provider phone url menu \
        gender monthYear date address street city country zip creditCardType creditCardNumber reference sshKey \
        privateKey publicKey fingerprint keyType metadata file fileName documentId decryptedSize ssoLogin \
        guarded multiline dontGenerate placeholder inputTraits keyboard correction capitalization autocorrection \
        clipboardFilter indexAtSource passwordHistory time documentAttributes password passkey userHandle \
        credentialId rpId htmlMethod htmlAction htmlForm htmlID htmlName backupKeys overview subtitle icons \
        detail urls label mode ps pbe pgrng tags watchtowerExclusions ainfo faviconUrl passwordStrength \
        securityLevel
        """, list: "items")

    package func recognizes(_ content: SourceContent) -> Bool {
        switch content.kind {
        case .zip:
            ArchivedExport.has(
                content, with: { $0.hasPrefix("export.") || $0.hasPrefix("files/") }, where: Self.isItems)
                || ArchivedExport.has(content, where: Self.isInterchange)
        case .text:
            Self.hasVaults(content) || InterchangeFile.recognizes(content)
                || Self.hasColumns(content.csvColumns)
        default: false
        }
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        var content = request.content
        if content.kind == .zip {
            content = try ArchivedExport.content(of: request, "export.data") {
                Self.isItems($0) || Self.isInterchange($0)
            }
        }
        if InterchangeFile.recognizes(content) {
            var document = try InterchangeFile.read(content.text, as: description.id, request.limits)
            document.text = content.text
            return document
        }
        if content.jsonOutline != nil || request.content.kind == .zip {
            return try readItems(content.text, request)
        }
        return try readCSV(content.text, request.limits)
    }

    private static func isItems(_ path: String) -> Bool { path == "export.data" || path.hasSuffix("/export.data") }

    private static func isInterchange(_ path: String) -> Bool { path.lowercased().hasSuffix(".1pif") }

    /// Other tables have some of the columns, but not only these.
    private static func hasColumns(_ columns: Set<String>) -> Bool {
        columns.isSuperset(of: [OnePasswordColumn.title, .link, .archived].map(\.folded))
            && columns.isSubset(of: OnePasswordColumn.allCases.map(\.folded))
    }

    private static func hasVaults(_ content: SourceContent) -> Bool {
        content.hasObject(inAnyList: { $0["vaults"] == .array })
    }

    // MARK: - 1PUX

    private func readItems(_ text: [UInt8], _ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let file = try JSONValue(text: text)
        var items: [(item: JSONValue, place: String)] = []
        for account in try file.list("accounts") {
            for vault in try account.member("vaults").elements {
                let name = try vault.member("attrs")?.member("name").name ?? ""
                items += try vault.member("items").elements.map { ($0, name) }
            }
        }
        var document = try logins(
            items, at: ["accounts", .elements, "vaults", .elements, "items"], in: text, request.limits,
            knowing: Self.members, entry: OnePasswordItem.entry)
        document.attachments = ArchivedExport.attachments(
            of: request, in: "files", items: items.map { ($0.0, (try? $0.0["overview"]?["title"].name) ?? "") })
        return document
    }

    // MARK: - CSV

    private func readCSV(_ text: [UInt8], _ limits: ImportLimits) throws(SourceError) -> ImportedDocument {
        return try ImportedDocument(
            format: description.id, logins: CSVTable(text), columns: [OnePasswordColumn.link.folded],
            known: OnePasswordColumn.allCases.map(\.folded), limits,
            advice: "1Password's CSV has only one code per entry, and only those of logins; the 1PUX has them all"
        ) { row in
            var entry = LoginEntry(row, key: "otpauth", note: "notes")
            entry.tags = TagList.split(row[OnePasswordColumn.tags])
            entry.isFavorite = row[OnePasswordColumn.favorite].trimmingWhitespace.lowercased() == "true"
            return entry
        }
    }
}

/// The columns of 1Password's CSV, in its order.
enum OnePasswordColumn: String, CaseIterable, Sendable {
    case title = "Title"
    case address = "Url"
    case username = "Username"
    case password = "Password"
    case link = "OTPAuth"
    case favorite = "Favorite"
    case archived = "Archived"
    case tags = "Tags"
    case notes = "Notes"
}

/// An item of a 1PUX file.
enum OnePasswordItem {
    static func entry(_ item: JSONValue, inVault vault: String) throws(EntryError) -> LoginEntry {
        let overview = try item["overview"], details = try item["details"]
        var entry = LoginEntry()
        entry.title = try (overview?["title"]).name
        entry.address = try (overview?["url"]).name
        for field in try (details?["loginFields"]).elements where try field["designation"].name == "username" {
            entry.add(userName: try field["value"].name)
        }
        for section in try (details?["sections"]).elements {
            for field in try section["fields"].elements {
                let value = try field["value"]
                entry.add(key: try value?["totp"])
                let text = try value?["concealed", or: "string"]
                entry.customFields.look(at: text.name, named: try field["title"].name)
                // The user name of a server, a database or an API credential.
                if try field["id"].name == "username" { entry.add(userName: try (value?["string"]).name) }
            }
        }
        entry.note = try (details?["notesPlain"]).name
        entry.tags = try (overview?["tags"]).elements.map(\.name) + [vault]
        entry.isFavorite = try item["favIndex"].isSet
        // The flag is in early files.
        let isTrashed = try item["trashed"].isSet, state = try item["state"].name
        entry.isTrashed = isTrashed || state == "trashed"
        return entry
    }
}

/// The CSV that 1Password 8 exports and imports (`Docs/formats/onepassword.md`).
///
/// Cells that a spreadsheet would take for formulas stay as they are: 1Password would show the apostrophe that prevents
/// it. The format `csv` is for spreadsheets.
package struct OnePasswordExport: ExportFormat {
    package init() {}

    package let description = ExportDescription(
        of: OnePasswordFormat(),
        file: "CSV", fileExtension: "csv",
        protection: .none,
        capabilities: ExportCapabilities(
            kinds: [.totp: .init()], details: [.note, .favorite], cautions: [.lineBreaks("1Password")]),
        importSteps: "On 1Password.com: your name › Import, then choose CSV."
    )

    package func write(_ request: ExportRequest) -> Export {
        var selection = ExportSelection(request, for: description, storing: PlainText.storable)
        let links = selection.titledLinks()
        selection.recordBlankNotes()
        selection.recordLineBreaks()
        return selection.export("onepassword.csv", selection.table(links, style: .standardWithLF, Self.cell))
    }

    private static func cell(_ column: OnePasswordColumn, of account: Account, _ link: String) -> String {
        switch column {
        case .title: account.title
        case .username: account.name
        case .link: link
        case .favorite: account.isFavorite ? "true" : "false"
        case .archived: "false"
        case .notes: account.note ?? ""
        case .address, .password, .tags: ""
        }
    }
}
