import Containers
import Encodings
import FormatEngine
import TOTPDomain

/// Raivo OTP's export: a zip archive with JSON and HTML, or one of these alone (`Docs/formats/raivo.md`).
package struct RaivoFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "raivo",
        app: "Raivo OTP",
        file: "zip; JSON or HTML",
        encryption: .optional,
        exportSteps: .menu(
            "Miscellaneous › Export OTPs to ZIP archive; the password of the archive is the app's master password"),
        notice:
            "The app is gone from many phones: an update in 2024 removed the accounts in it. If yours still opens, "
            + "export now. If not, only an export from before can be read."
    )

    /// The files of the archive: the page has the same accounts, for people to read.
    static let list = "raivo-otp-export.json", page = "raivo-otp-export.html"

    /// An account with the issuer Steam is not a Steam account: the app has no Steam accounts. Timer and counter are
    /// also written where they have no meaning.
    static let entry = EntryShape(
        issuer: "issuer", name: "account", secret: "secret",
        kind: .named("kind", among: ["TOTP": .totp, "HOTP": .hotp]), algorithm: "algorithm", digits: "digits",
        period: "timer", counter: "counter")

    /// The others of `Password.getExportFields`.
    private static let members = KnownNames(reading: entry, "iconType iconValue pinned")

    package func recognizes(_ content: SourceContent) -> Bool {
        switch content.kind {
        case .zip: [Self.list, Self.page].contains { ArchivedExport.has(content, where: ArchivedExport.isNamed($0)) }
        case .text where content.isMarkup: RaivoPage.matches(content.text)
        case .text:
            content.jsonOutline.map { $0.shape == .array && $0.has("kind", "timer", "secret") } ?? false
                && Self.members.haveAllParts(in: content.text)
        default: false
        }
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        guard request.content.kind == .zip else {
            return try request.content.isMarkup
                ? page(request.content, request.limits) : list(request.content, request.limits)
        }
        // The page has the same accounts.
        guard ArchivedExport.has(request.content, where: ArchivedExport.isNamed(Self.list)) else {
            let page = try ArchivedExport.content(of: request, Self.page)
            guard RaivoPage.matches(page.text) else { throw Self.failedExport }
            return try self.page(page, request.limits)
        }
        return try list(ArchivedExport.content(of: request, Self.list), request.limits)
    }

    private func list(_ content: SourceContent, _ limits: ImportLimits) throws(SourceError) -> ImportedDocument {
        if let outline = content.jsonObject, outline.has("message") {
            throw Self.failedExport
        }
        return try accounts(in: content.text, limits, knowing: Self.members, account: Self.entry.account)
    }

    private func page(_ content: SourceContent, _ limits: ImportLimits) throws(SourceError) -> ImportedDocument {
        try RaivoPage.read(content.text, as: description.id, limits)
    }

    private static let failedExport = SourceError(
        .corrupt, "the app failed to export: the file has an error message instead of accounts", "try again")
}

/// Raivo OTP's export: an encrypted zip archive, or the JSON in it alone (`Docs/formats/raivo.md`).
package struct RaivoExport: ExportFormat {
    package init() {}

    package let description = ExportDescription(
        of: RaivoFormat(),
        file: "encrypted zip, or JSON", fileExtension: "zip",
        protection: .optional,
        capabilities: ExportCapabilities(kinds: [.totp: .init(digits: 6...8), .hotp: .init(digits: 6...8)]),
        importSteps:
            .menu("Miscellaneous › Import OTPs from ZIP archive; other apps read the JSON that --plain writes.")
    )

    package func write(_ request: ExportRequest) throws(ExportError) -> Export {
        var selection = ExportSelection(request, for: description)
        // Raivo itself leaves names as they are, but the apps that read its exports do not.
        selection.recordNames()
        let list = OrderedJSON.array(selection.accounts.map { Self.entry($0.account) }).utf8
        return try selection.export(RaivoFormat.list, list, for: request, sealedAs: "raivo-otp-export.zip") {
            (list, passphrase, _) throws(ExportError) in
            try EncryptedZip.archive(of: list, named: RaivoFormat.list, passphrase, modified: request.now)
        }
    }

    /// The app's reader requires all members, and each to be a string.
    private static func entry(_ account: Account) -> OrderedJSON {
        let parameters = account.parameters
        return .object([
            "issuer": .string(account.issuer),
            "account": .string(account.name),
            "secret": .string(account.secret.base32),
            "algorithm": .string(parameters.algorithm.rawValue),
            "digits": .string(String(parameters.digits)),
            "kind": .string(parameters.kind.rawValue.uppercased()),
            "timer": .string(String(parameters.period ?? 30)),
            "counter": .string(String(parameters.counter ?? 0)),
            "iconType": "",
            "iconValue": "",
            "pinned": "false",
        ])
    }
}
