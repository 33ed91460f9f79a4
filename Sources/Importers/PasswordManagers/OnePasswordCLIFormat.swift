import Encodings
import FormatEngine
import TOTPDomain

/// The output of 1Password's command line and its Connect server (`Docs/formats/op-json.md`).
package struct OnePasswordCLIFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "op-json",
        group: .passwordManager,
        app: "1Password CLI",
        file: "JSON",
        exportSteps: .command("op item list --format json | op item get - --format json > ", thenFile: "")
    )

    /// `totp` is the code of that moment, and never a secret.
    private static let members = KnownNames(
        """
        id version vault name category last_edited_by lastEditedBy created_at createdAt updated_at updatedAt
        additional_information urls href primary label sections fields type purpose value section reference totp entropy
        generate tags favorite trashed state domain
        """, texts: "title", opaque: "password_details recipe ssh_formats files")

    package func recognizes(_ content: SourceContent) -> Bool {
        guard let outline = content.jsonOutline, outline.has("id"), outline.members["title"] == .string,
            outline.members["category"] == .string,
            outline.members["vault"] == .object || outline.members["fields"] == .array
        else { return false }
        // `LOGIN`, `API_CREDENTIAL`: other programs write words.
        let category = content.text(ofMember: "category") ?? ""
        return !category.isEmpty && category.utf8.allSatisfy { 0x41...0x5A ~= $0 || $0 == ASCII.underscore }
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let stream = try JSONStream(request.content.text, request.limits)
        var document = try ImportedDocument(
            format: description.id, records: stream.count, entries: stream.records, request.limits
        ) { LoginEntry($0, Self.entry) }
        if !stream.records.isEmpty, stream.records.allSatisfy({ !$0.has("fields") }) {
            document.warnings.append(
                Warning(
                    "it has no fields, as those of op item list",
                    .text(
                        "use op item list --format json | op item get - --format json",
                        onPage: "export the items again, with all of their fields")))
        }
        return naming(unread: stream.unread(Self.members), document)
    }

    private static func entry(_ item: JSONValue) throws(EntryError) -> LoginEntry {
        var entry = LoginEntry()
        entry.title = try item["title"].name
        for address in try item["urls"].elements {
            let isPrimary = try address["primary"].isSet
            if isPrimary || entry.address.isEmpty { entry.address = try address["href"].name }
        }
        var byID = ""
        for field in try item["fields"].elements {
            let value = try field["value"], purpose = try field["purpose"].name
            if try field["type"].name.uppercased() == "OTP" {
                // Without a value, there is only the code of that moment.
                entry.add(key: value)
            } else if purpose == "USERNAME" {
                entry.add(userName: value.name)
            } else if purpose == "NOTES" {
                entry.note = value.name
            } else if purpose != "PASSWORD" {
                entry.customFields.look(at: value.name, named: try field["label"].name)
            }
            if try field["id"].name == "username" { byID = value.name }
        }
        entry.add(userName: byID)
        let vault = try item["vault"]
        entry.tags = try item["tags"].elements.map(\.name) + [(vault?["name"]).name]
        entry.isFavorite = try item["favorite"].isSet
        entry.isTrashed = try item["trashed"].isSet
        return entry
    }
}
