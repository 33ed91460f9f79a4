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
