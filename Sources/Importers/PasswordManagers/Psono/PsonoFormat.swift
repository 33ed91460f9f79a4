import Encodings
import FormatEngine
import TOTPDomain

/// Psono's JSON export (`Docs/formats/psono.md`).
package struct PsonoFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "psono",
        group: .passwordManager,
        app: "Psono",
        file: "JSON",
        exportSteps: .menu("Other › Export, as JSON")
    )

    /// All that Psono writes of folders and items: the members of a type start with its name.
    private static let members = KnownNames(
        """
        folders items name id type description create_date write_date callback_url callback_user callback_pass \
        urlfilter tags custom_fields attachments key value share_id secret_id secret_key share_rights \
        website_password_url website_password_password \
        website_password_auto_submit website_password_url_filter \
        website_password_allow_http website_password_totp_period website_password_totp_algorithm \
        website_password_totp_digits website_password_totp_code application_password_title \
        application_password_username application_password_password application_password_notes \
        totp_period totp_algorithm totp_digits totp_code \
        environment_variables_title environment_variables_variables environment_variables_notes \
        mail_gpg_own_key_title mail_gpg_own_key_email mail_gpg_own_key_name mail_gpg_own_key_public \
        mail_gpg_own_key_private mail_gpg_own_key_notes bookmark_title bookmark_url bookmark_notes \
        bookmark_url_filter credit_card_title credit_card_number credit_card_number_formatted credit_card_name \
        credit_card_cvc credit_card_pin credit_card_valid_through credit_card_notes ssh_own_key_title \
        ssh_own_key_public ssh_own_key_private ssh_own_key_notes passkey_title passkey_rp_id passkey_id \
        passkey_auto_submit passkey_url_filter passkey_private_key passkey_public_key passkey_user_handle \
        passkey_algorithm passkey_notes elster_certificate_title elster_certificate_file_content \
        elster_certificate_password elster_certificate_retrieval_code elster_certificate_notes file_title \
        file_id file_secret_key file_chunks file_size file_shard_id file_repository_id
        """,
        texts:
            "website_password_title website_password_username website_password_notes totp_title totp_notes note_title note_notes",
        list: "items")

    package func recognizes(_ content: SourceContent) -> Bool {
        guard let outline = content.jsonObject, !outline.has("encrypted") else { return false }
        return ["items", "folders"].allSatisfy { outline.members[$0] == nil || outline.members[$0] == .array }
            && PsonoItem.occurs(in: content.text)
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let text = request.content.text, file = try JSONValue(text: text)
        guard file.has("items") || file.has("folders") else { throw .mayBeNewer("items") }
        let items = try Self.items(of: file, inFolder: "")
        return try logins(
            items, at: [.nested("items", in: "folders")], in: text, request.limits, knowing: Self.members,
            entry: PsonoItem.entry)
    }

    /// Returns the items of a folder, then the items of the folders in it. Folders can be nested as deeply as JSON can.
    private static func items(
        of folder: JSONValue, inFolder path: String
    ) throws(SourceError) -> [(item: JSONValue, place: String)] {
        var items: [(item: JSONValue, place: String)] = []
        if try folder.member("items") != nil { items += try folder.list("items").map { ($0, path) } }
        guard try folder.member("folders") != nil else { return items }
        for inner in try folder.list("folders") {
            guard inner.kind == .object else {
                throw .damaged("a folder is not an object")
            }
            let name = try inner.member("name").name
            items += try Self.items(of: inner, inFolder: path.isEmpty ? name : "\(path)/\(name)")
        }
        return items
    }
}

/// An item of Psono's export. Names of members start with the item's type.
enum PsonoItem {
    private static let types: Set<String> = [
        "website_password", "application_password", "totp", "note", "bookmark", "environment_variables",
        "mail_gpg_own_key", "credit_card", "ssh_own_key", "passkey", "elster_certificate",
    ]

    static func entry(_ item: JSONValue, inFolder folder: String) throws(EntryError) -> LoginEntry {
        let type = try item["type"].name
        let title = try item["\(type)_title"].name
        var entry = LoginEntry()
        entry.title = try title.isBlank ? item["name"].name : title
        entry.note = try item["\(type)_notes"].name
        entry.tags = [folder]
        switch type {
        case "totp": try add(item, "totp", to: &entry)
        case "website_password":
            entry.userName = try item["website_password_username"].name
            // A login without a code has an empty secret.
            let code = try item["website_password_totp_code"]
            if let code, code.kind != .string || !code.name.isBlank {
                try add(item, "website_password_totp", to: &entry)
            }
        default:
            let isOfCode = item.members.contains { $0.name.hasSuffix("totp_code") && !$0.value.name.isBlank }
            if isOfCode {
                entry.add(
                    rejection: EntryError(.typeUnknown, "its type \(type.quoted) is neither totp nor website_password"))
            }
        }
        return entry
    }

    private static func add(_ item: JSONValue, _ prefix: String, to entry: inout LoginEntry) throws(EntryError) {
        let code = try item["\(prefix)_code"]
        if let link = code?.name.trimmingWhitespace, link.isLink {
            try add(link: link, beside: credential(of: item, prefix), to: &entry)
            return
        }
        entry.add(try credential(of: item, prefix))
    }

    private static func credential(of item: JSONValue, _ prefix: String) throws(EntryError) -> LoginCredential {
        try LoginCredential(
            secret: item["\(prefix)_code"]?.text, algorithm: item["\(prefix)_algorithm"]?.text,
            digits: item["\(prefix)_digits"]?.field, period: item["\(prefix)_period"]?.field)
    }

    /// Adds a link in place of a secret. The app writes the settings of most accounts next to every code; other
    /// settings must be the link's.
    private static func add(
        link: String, beside settings: LoginCredential, to entry: inout LoginEntry
    ) throws(EntryError) {
        if let account = LoginKey(key: .text(link), entry: entry).account {
            var draft = AccountDraft(secret: account.secret.bytes)
            try draft.take(algorithm: settings.algorithm, digits: settings.digits, period: settings.period)
            let own = account.parameters, other = try draft.item(named: ("", "")).parameters
            let difference: String? =
                if ![6, own.digits].contains(other.digits) {
                    "numbers of digits"
                } else if ![30, own.period].contains(other.period) {
                    "periods"
                } else if ![.sha1, own.algorithm].contains(other.algorithm) { "algorithms" } else { nil }
            if let difference {
                entry.add(
                    rejection: .contradiction(of: "the link", "the fields beside it", difference, in: "Psono"))
                return
            }
        }
        entry.add(key: link)
    }

    /// Whether a text has an object of a known type with the title of that type. A damaged text is searched up to the
    /// damage.
    static func occurs(in text: [UInt8]) -> Bool {
        guard text.span.firstIndex(of: Array("_title\"".utf8)) != nil else { return false }
        var scanner = JSONScanner(text, checksEscapes: false)
        var objects: [Members] = []
        while let token = try? scanner.next() {
            switch token {
            case .objectStart: objects.append(Members())
            case .objectEnd: _ = objects.popLast()
            case .name(let name):
                guard let last = objects.indices.last else { return false }
                if scanner.matches(name, "type"), (try? scanner.nextKind()) == .string {
                    guard case .string(let value)? = try? scanner.next() else { return false }
                    objects[last].type = try? scanner.string(value)
                } else if scanner.utf8(name).suffix(6).elementsEqual("_title".utf8),
                    let name = try? scanner.string(name)
                {
                    objects[last].titles.insert(String(name.dropLast(6)))
                }
                if objects[last].isItem { return true }
            default: break
            }
        }
        return false
    }

    private static let ownTitles: Set<String> = [
        "website_password", "application_password", "environment_variables", "mail_gpg_own_key", "ssh_own_key",
        "elster_certificate",
    ]

    private struct Members {
        var type: String?
        var titles: Set<String> = []

        /// By the type, or by titles that only Psono writes.
        var isItem: Bool {
            type.map { types.contains($0) && titles.contains($0) } ?? !titles.isDisjoint(with: ownTitles)
        }
    }
}
