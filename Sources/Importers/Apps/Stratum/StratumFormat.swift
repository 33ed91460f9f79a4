import Containers
import Encodings
import FormatEngine
import TOTPDomain

/// Stratum's backups (formerly Authenticator Pro): JSON, plain or encrypted, and HTML (`Docs/formats/stratum.md`).
package struct StratumFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "stratum",
        app: "Stratum (Authenticator Pro)",
        file: "JSON, encrypted binary, HTML, or SQLite",
        encryption: .optional,
        exportSteps: .menu(
            "Main menu › Back up › Back up to encrypted file (plain where its password is empty), or to HTML file; on a "
                + "rooted phone the database itself")
    )

    /// The others of `Backup`, `Authenticator`, `Category` and `AuthenticatorCategory`.
    private static let members = KnownNames(
        reading: StratumRecord.shape,
        """
        Authenticators Icon CopyCount Ranking Id CategoryId AuthenticatorSecret
        """, texts: "Name", objects: "Categories AuthenticatorCategories", opaque: "CustomIcons IconPacks",
        list: "Authenticators")

    package func recognizes(_ content: SourceContent) -> Bool {
        if content.kind == .sqlite {
            return AppDatabase.columns(of: Self.table, in: content)?.isSuperset(of: ["type", "secret"]) ?? false
        }
        guard content.kind == .text || content.kind == .binary else { return false }
        if StratumEncryption.hasSignature(content.bytes) || StratumPage.matches(content) { return true }
        guard let outline = content.jsonObject, outline.has("Authenticators") else { return false }
        return outline.has("Categories") || outline.has("AuthenticatorCategories")
            || Self.members.areAll(ofRecordsAt: 3, inList: "Authenticators", in: content.text)
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let content = request.content
        if content.kind == .sqlite { return try readDatabase(request) }
        if content.isMarkup { return try StratumPage.read(request, as: description.id) }
        let text = try StratumEncryption(content.bytes)?.open(request.passphrase, request.limits) ?? content.text
        let backup = try StratumBackup(text)
        let document = try accounts(
            backup.authenticators, at: ["Authenticators"], in: text, request.limits, knowing: Self.members,
            account: StratumRecord.shape.account
        ) { (entry, draft) throws(EntryError) in
            draft.tags = backup.categoriesBySecret[try entry.text("Secret").orEmpty] ?? []
        }
        return naming(unread: backup.unread, document)
    }

    private static let table = "authenticator"

    /// The app's own database, from a rooted phone: the fields of a backup as columns.
    private func readDatabase(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let columns = ["type", "issuer", "username", "secret", "pin", "algorithm", "digits", "period", "counter"]
        let table = try DatabaseTable(
            Self.table, columns, others: "icon ranking copycount", orderedBy: "rowid", in: AppDatabase.open(request),
            request.limits)
        let accounts = table.rows.lazy.map { row in StratumRecord.shape.account { row.text($0.lowercased()) } }
        var read = try document(of: accounts, records: table.recordCount, request.limits, unread: table.unread)
        read.keepsakes = [.appData]
        return read
    }
}

/// The backup of Stratum, plain or encrypted (`Docs/formats/stratum.md`).
package struct StratumExport: ExportFormat {
    package init() {}

    /// The largest counter that the app takes from a link.
    private static let largestSureCounter = Int64(Int32.max)

    package let description = ExportDescription(
        of: StratumFormat(),
        file: "JSON, or encrypted binary, .stratum",
        protection: .optional,
        capabilities: ExportCapabilities(
            kinds: [
                .totp: .init(digits: StratumRecord.fewestDigits...10),
                .hotp: .init(digits: StratumRecord.fewestDigits...8), .steam: .steam, .motp: .init(),
                .yandex: .init(),
            ],
            details: [.tags, .pin],
            cautions: [
                .init(
                    "Stratum may refuse counters above \(Self.largestSureCounter): check the codes of these accounts.",
                    concerns: [.counter(above: Self.largestSureCounter)])
            ]),
        importSteps: .menu("Main menu › Restore.")
    )

    package func write(_ request: ExportRequest) throws(ExportError) -> Export {
        var selection = ExportSelection(request, for: description, named: "Stratum")
        // The app restores nothing of a file with an account that it does not accept.
        let fewest = StratumRecord.minimumMobileOTPCount
        selection.leaveOut(.secretTooShort, "Stratum supports only Mobile-OTP secrets of \(fewest) or more bytes") {
            $0.parameters.kind == .motp && $0.secret.bytes.count < fewest
        }
        selection.leaveOutRepeatedSecrets(StratumRecord.secret)
        selection.recordNames {
            let names = StratumRecord.names($0)
            return AccountLabel.normalized(issuer: names.issuer, name: names.username)
        }
        selection.recordTags("trimmed tags of up to \(StratumRecord.maximumCategoryCount) characters, each once") {
            StratumRecord.categories($0)
        }
        selection.recordMissingPINs()
        selection.lose(
            .unverified, "Stratum may refuse a counter above \(Self.largestSureCounter)", .checkCodes
        ) { $0.parameters.counter ?? 0 > Self.largestSureCounter }
        let backup = try StratumRecord.backup(selection.accounts.map(\.account)).utf8
        return try selection.export(
            "stratum.json", backup, for: request, sealedAs: "accounts.stratum", StratumEncryption.seal)
    }
}
