import TOTPDomain

/// The export of Bitwarden's stand-alone authenticator app (`Docs/formats/bitwarden-authenticator.md`).
///
/// On iOS its CSV is that of Bitwarden itself, and is reported as such; the accounts are the same.
package struct BitwardenAuthenticatorFormat: ImportFormat {
    package init() {}

    package var description: FormatDescription {
        FormatDescription(
            id: "bitwarden-authenticator",
            app: "Bitwarden Authenticator",
            file: "JSON or CSV",
            encryption: .never,
            exportSteps: .menu("Settings › Export, format .json or .csv")
        )
    }

    package func recognises(_ content: SourceContent) -> Bool {
        if let outline = content.jsonOutline {
            return outline.shape == .object && outline.has("encrypted", "items")
                && outline.members["encrypted"] != .true
                && !outline.has("folders") && !outline.has("collections") && !outline.has("passwordProtected")
                // Logins of the password manager have more members.
                && JSONMemberNames.areAll(["totp", "username"], under: "login", in: content.text)
                && BitwardenFormat.hasOwnItems(content)
        }
        let columns = content.csvColumns
        // Other tables may have a column of this name, too.
        return columns.contains(BitwardenColumn.key.rawValue) && !columns.contains(BitwardenColumn.password.rawValue)
            && columns.isSubset(of: BitwardenColumn.allCases.map(\.rawValue))
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        guard request.content.jsonOutline != nil else {
            return try ImportedDocument(
                format: description.id, table: try CSVTable(request.content.text, quoting: .withinLine),
                columns: [BitwardenColumn.key.rawValue], known: BitwardenColumn.allCases.map(\.rawValue),
                request.limits, account: BitwardenAuthenticatorCSV.account)
        }
        return try readBitwardenJSON(request)
    }
}
