import Encodings
import FormatEngine
import Links
import TOTPDomain

/// Proton Pass's exports: JSON, alone or in a zip archive, plain or encrypted with PGP, and CSV
/// (`Docs/formats/proton-pass.md`).
package struct ProtonPassFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "proton-pass",
        group: .passwordManager,
        app: "Proton Pass",
        file: "zip, JSON or CSV; PGP, encrypted",
        encryption: .optional,
        exportSteps: .menu("Settings › Export, format ZIP, with or without a passphrase")
    )

    private static let items = "Proton Pass/data.json", encrypted = "Proton Pass/data.pgp"

    /// All of the app's export: vaults by their ids, and items of every type with passkeys and fields of the users' own.
    private static let members = KnownNames(
        """
        encrypted userId version vaults files description display color icon items itemId shareId data \
        metadata itemUuid extraFields type content totpUri timestamp platformSpecific android \
        allowedApps packageName hashes appName state aliasEmail contentFormatVersion createTime modifyTime \
        pinned shareCount folderId password urls autofillUrls passkeys keyId \
        domain rpId rpName userName userDisplayName credentialId userHandle creationData osName osVersion \
        deviceName appVersion cardholderName cardType number verificationNumber expirationDate pin fullName \
        email phoneNumber firstName middleName lastName birthdate gender extraPersonalDetails organization \
        streetAddress zipOrPostalCode city stateOrProvince countryOrRegion floor county extraAddressDetails \
        socialSecurityNumber passportNumber licenseNumber website xHandle secondPhoneNumber linkedin reddit \
        facebook yahoo instagram extraContactDetails company jobTitle personalWebsite workPhoneNumber workEmail \
        extraWorkDetails extraSections sections sectionName sectionFields privateKey publicKey ssid security
        """, texts: "name note itemEmail itemUsername username fieldName", list: "items", data: 2)

    package func recognizes(_ content: SourceContent) -> Bool {
        if content.kind == .zip { return ArchivedExport.has(content) { [Self.items, Self.encrypted].contains($0) } }
        if Self.isMessage(content) { return true }
        guard let outline = content.jsonOutline else {
            return content.csvColumns.isSuperset(of: ["type", "totp", "createtime", "modifytime"])
        }
        return outline.shape == .object && outline.members["vaults"] == .object
            && (outline.has("version") || outline.has("userId"))
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let content = try Self.content(of: request)
        if content.jsonOutline != nil || request.content.kind == .zip {
            return try readItems(content.text, request)
        }
        if Self.isMessage(request.content) { return try readLinks(content, request) }
        return try readCSV(content.text, request.limits)
    }

    /// The content of the archive and of the message: old versions encrypt the archive, new versions the file in it.
    private static func content(of request: ImportRequest) throws(SourceError) -> SourceContent {
        var content = request.content
        var isMessage = isMessage(content)
        if content.kind == .zip {
            isMessage = !ArchivedExport.has(content) { $0 == items } && ArchivedExport.has(content) { $0 == encrypted }
            let file = isMessage ? encrypted : items
            content = try ArchivedExport.content(of: request, file) { $0 == file }
        }
        guard isMessage else { return content }
        content = SourceContent(try PassphraseMessage(content.bytes).open(request.passphrase, request.limits))
        guard content.kind == .zip else { return content }
        var request = request
        request.content = content
        return try ArchivedExport.content(of: request, items) { $0 == items }
    }

    private static func isMessage(_ content: SourceContent) -> Bool {
        content.kind == .text
            ? OpenPGPArmor.matches(content.text)
            : content.kind == .binary && PassphraseMessage.isStart(of: content.bytes)
    }

    /// WinAuth's encrypted lists of links look the same until they are opened.
    private func readLinks(_ content: SourceContent, _ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        guard LinkListReader.hasLink(in: content, where: { _, _ in true }) else {
            throw SourceError(
                .unrecognised, "the message contains neither an export of Proton Pass nor links", "check the file")
        }
        var request = request
        request.content = content
        return try LinkListReader.read(request, as: .winAuth, isEncrypted: true)
    }

    private func readItems(_ text: [UInt8], _ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let file = try JSONValue(text: text)
        var items: [(item: JSONValue, place: String)] = []
        for vault in try file.object("vaults").members {
            let name = try vault.value.member("name").name
            items += try vault.value.list("items").map { ($0, name) }
        }
        var document = try logins(
            items, at: ["vaults", .members, "items"], in: text, request.limits, knowing: Self.members,
            entry: ProtonPassItem.entry)
        document.attachments = ArchivedExport.attachments(
            of: request, in: "files",
            items: items.map { ($0.0, (try? $0.0["data"]?["metadata"]?["name"].name) ?? "") })
        return document
    }

    /// The columns that are read, and the others that the app writes.
    private static let columns = [
        "type", "name", "url", "autofillurls", "email", "username", "password", "note", "totp", "createtime",
        "modifytime", "vault",
    ]

    private func readCSV(_ text: [UInt8], _ limits: ImportLimits) throws(SourceError) -> ImportedDocument {
        try ImportedDocument(
            format: description.id, logins: CSVTable(text), columns: ["totp"], known: Self.columns, limits,
            advice: "Proton Pass's CSV has only one code per entry; the ZIP has them all"
        ) { row in
            var entry = LoginEntry(row, title: "name", userNames: ["username", "email"], key: "totp", note: "note")
            // Several are separated by a comma and a space.
            entry.address = entry.address.split(separator: ",").first.map(String.init) ?? ""
            entry.tags = [row["vault"]]
            return entry
        }
    }
}

/// An item of Proton Pass's JSON.
enum ProtonPassItem {
    static func entry(_ item: JSONValue, inVault vault: String) throws(EntryError) -> LoginEntry {
        let data = try item["data"], content = try data?["content"], metadata = try data?["metadata"]
        var entry = LoginEntry()
        for (name, value) in [("data", data), ("content", content), ("metadata", metadata)] {
            if let value, value.kind != .object { entry.unread.add(name, entries: 1) }
        }
        entry.title = try (metadata?["name"]).name
        // Before version 1.18 there is one member instead of two.
        for name in ["itemUsername", "itemEmail", "username"] { entry.add(userName: try (content?[name]).name) }
        entry.address = try (content?["urls"]).elements.first.name
        entry.add(key: try content?["totpUri"])
        try add(try data?["extraFields"], to: &entry)
        for section in try (content?["sections"]).elements { try add(try section["sectionFields"], to: &entry) }
        entry.note = try (metadata?["note"]).name
        entry.tags = [vault]
        entry.isFavorite = try item["pinned"].isSet
        entry.isTrashed = try item["state"].name == "2"
        return entry
    }

    private static func add(_ fields: JSONValue?, to entry: inout LoginEntry) throws(EntryError) {
        for field in fields.elements {
            let data = try field["data"]
            let isKey = try field["type"].name == "totp"
            entry.add(try data?[isKey ? "totpUri" : "content"], named: try field["fieldName"].name, isKey: isKey)
        }
    }
}
