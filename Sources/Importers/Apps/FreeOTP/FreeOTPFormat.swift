import FormatEngine
import TOTPDomain

/// FreeOTP's preferences (version 1, also FreeOTP+'s own) and its backup (version 2) (`Docs/formats/freeotp.md`).
package struct FreeOTPFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "freeotp",
        app: "FreeOTP",
        file: "externalBackup.xml; XML, preferences",
        encryption: .optional,
        exportSteps: .text(
            "FreeOTP 2: menu › Backup (externalBackup.xml). FreeOTP 1 and FreeOTP+ on a rooted phone: copy "
                + "shared_prefs/tokens.xml"),
        notice:
            "FreeOTP 2.0.2 to 2.0.4 wrote backups that it cannot restore: after a restore, the key of some accounts is "
            + "missing in them. Copy all backups of the phone, and name them in one run: an older one may have the key. "
            + "The program names each account that it cannot open."
    )

    /// The setting with the order of the tokens, the only setting that is not a token.
    private static let order = "tokenOrder"

    package func recognizes(_ content: SourceContent) -> Bool {
        content.bytes.starts(with: [0xAC, 0xED, 0x00, 0x05])
            || AndroidPreferences.mention("\"\(Self.order)\"", in: content)
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        if request.content.isMarkup { return try readPreferences(request) }
        var backup = try FreeOTPBackup(request)
        try backup.open(request.passphrase)
        return try backup.document()
    }

    package func linkedSource(_ request: ImportRequest) -> (any LinkedSource)? {
        request.content.isMarkup ? nil : try? FreeOTPBackup(request)
    }

    private func readPreferences(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let preferences = try AndroidPreferences(request.content)
        let records = preferences.records { $0.name != Self.order }
        let accounts = records.strings.lazy.map { FreeOTPToken.setting(named: $0.name, $0.text) }
        var document = try ImportedDocument(
            format: description.id, records: records.count, accounts: accounts, request.limits)
        document.keepsakes = [.appData]
        document.name(unread: preferences.unread)
        return naming(unread: unread(in: preferences.strings.map(\.text)), document)
    }

    /// - Parameter texts: the JSON of each token.
    package func unread(in texts: [String]) -> UnreadNames {
        var unread = UnreadNames()
        for text in texts {
            unread.add(FreeOTPToken.members.unread(in: Array(text.utf8), isRecord: true))
        }
        return unread
    }
}
