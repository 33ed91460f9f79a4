import Encodings
import FormatEngine
import TOTPDomain

/// Microsoft Authenticator's database, from a rooted phone (`Docs/formats/microsoft-authenticator.md`).
package struct MicrosoftAuthenticatorFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "microsoft-authenticator",
        app: "Microsoft Authenticator", origin: .rootedPhone,
        file: "SQLite, PhoneFactor",
        exportSteps: .text(
            "On a rooted phone copy /data/data/com.azure.authenticator/databases/PhoneFactor together with "
                + "PhoneFactor-wal; the app has no export, and its cloud backups cannot be read"),
        missingExport: MissingExport(
            "Personal accounts and accounts of other services have ordinary codes, but the app never shows their secrets, "
                + "and its backup restores only into the app. Set each of them up again at its service; at Microsoft, "
                + "choose \"I want to use a different authenticator app\" to get an ordinary QR code.")
    )

    package func recognizes(_ content: SourceContent) -> Bool {
        AppDatabase.columns(of: "accounts", in: content)?.contains("oath_secret_key") ?? false
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let database = try AppDatabase.open(request)
        let columns = ["name", "username", "account_type", "oath_secret_key"]
        let table = try DatabaseTable(
            "accounts", columns, others: Self.otherColumns, orderedBy: "_id", in: database, request.limits)
        var document = try ImportedDocument(
            format: description.id, records: table.recordCount,
            accounts: table.rows.lazy.map { MicrosoftAuthenticatorAccount(row: $0) }, request.limits)
        if table.rows.isEmpty, try request.siblings.file("\(request.siblings.name)-wal") == nil {
            document.warnings.append(
                Warning("the database has no accounts", "if the app shows some, copy PhoneFactor-wal along with it"))
        }
        return naming(unread: table.unread, document)
    }

    /// The columns of push requests, sign-ins and the order on the screen. The encrypted secret needs a key of the
    /// phone; the plain secret is also there.
    private static let otherColumns: StaticString = """
        group_key paws_url oath_enabled cid cached_pin ngc_ski aad_user_id aad_tenant_id account_capability ux_position \
        is_totp_code_shown encrypted_oath_secret_key mfa_pin_encryption_key_alias identity_provider \
        aad_ngc_totp_enabled aad_authority restore_capability update_flags has_password \
        aad_security_defaults_policy_enabled
        """
}

private struct MicrosoftAuthenticatorAccount: ExportedAccount {
    let row: DatabaseRow

    var names: (issuer: String, name: String) { (row.name("name"), row.name("username")) }

    func draft() throws(EntryError) -> AccountDraft {
        guard let type = try row.text("account_type").checked("the account type", .typeUnknown) else {
            throw EntryError(.typeUnknown, "the entry has no type", .addByHand)
        }
        let secret = try row.text("oath_secret_key").checked("the secret")
        switch type {
        case 0: return try AccountDraft(base32: secret)
        case 1:
            // A personal Microsoft account: its codes have eight digits.
            var draft = try AccountDraft(base64: secret)
            try draft.take(digits: .number(8))
            return draft
        case 2:
            throw EntryError(
                .typeUnknown,
                "a work or school account, which only gets push messages", "set it up again with its service")
        default:
            throw EntryError(.typeUnknown, "the account type \(type) is unknown", .addByHand)
        }
    }
}
