import Containers
import Encodings
import TOTPDomain

/// Raivo OTP's export: a zip archive with JSON and HTML, or one of these alone (`Docs/formats/raivo.md`).
package struct RaivoFormat: ImportFormat {
    package init() {}

    package var description: FormatDescription {
        FormatDescription(
            id: "raivo",
            app: "Raivo OTP",
            file: "zip; JSON or HTML",
            encryption: .optional,
            exportSteps:
                .menu(
                    "Miscellaneous › Export OTPs to ZIP archive; the password of the archive is the app's master password"
                )
        )
    }

    private static let members = KnownMembers(
        "issuer account secret algorithm digits kind timer counter iconType iconValue pinned")

    package func recognizes(_ content: SourceContent) -> Bool {
        switch content.kind {
        case .zip: ArchivedExport.has(content) { Self.isFile(RaivoFile.list, $0) || Self.isFile(RaivoFile.page, $0) }
        case .text where content.isMarkup: RaivoPage.matches(content.text)
        case .text:
            content.jsonOutline.map { $0.shape == .array && $0.has("kind", "timer", "secret") } ?? false
                && Self.members.unread(in: content.text).isEmpty
        default: false
        }
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        guard request.content.kind == .zip else {
            return try request.content.isMarkup
                ? page(request.content, request.limits) : list(request.content, request.limits)
        }
        // The page has the same accounts.
        guard ArchivedExport.has(request.content, where: { Self.isFile(RaivoFile.list, $0) }) else {
            let page = try ArchivedExport.content(of: request, RaivoFile.page) { Self.isFile(RaivoFile.page, $0) }
            guard RaivoPage.matches(page.text) else { throw Self.failedExport }
            return try self.page(page, request.limits)
        }
        return try list(
            try ArchivedExport.content(of: request, RaivoFile.list) { Self.isFile(RaivoFile.list, $0) }, request.limits)
    }

    private func list(_ content: SourceContent, _ limits: ImportLimits) throws(SourceError) -> ImportedDocument {
        if let outline = content.jsonOutline, outline.shape == .object, outline.has("message") {
            throw Self.failedExport
        }
        let entries = try JSONFile.decode(JSONList<RaivoEntry>.self, from: content.text)
        let document = try ImportedDocument(format: description.id, list: entries, in: content.text, limits)
        return naming(unread: Self.members, in: content.text, document)
    }

    private func page(_ content: SourceContent, _ limits: ImportLimits) throws(SourceError) -> ImportedDocument {
        try RaivoPage.read(content.text, as: description.id, limits)
    }

    /// Whether a path of an archive is that of a file, and not of the copy that macOS adds.
    private static func isFile(_ name: String, _ path: String) -> Bool {
        path.split(separator: "/").last.map { $0 == name } ?? false && !path.hasPrefix("__MACOSX/")
            && !path.contains("/__MACOSX/")
    }

    private static var failedExport: SourceError {
        SourceError(
            .corrupt, "the app failed to export: the file has an error message instead of accounts", "try again")
    }
}

/// An account of Raivo's export. The app writes every member as a string.
package struct RaivoEntry: Decodable, Sendable {
    package var issuer: LenientText?
    package var account: LenientText?
    package var secret: LenientText?
    package var algorithm: LenientText?
    package var digits: LenientNumber?
    /// `TOTP` or `HOTP`.
    package var kind: LenientText?
    /// The period in seconds; also written, without a meaning, for counter-based accounts.
    package var timer: LenientNumber?
    /// Of the next code; also written, without a meaning, for time-based accounts.
    package var counter: LenientNumber?

    package init() {}
}

/// The files of Raivo's archive.
package enum RaivoFile {
    package static let list = "raivo-otp-export.json"
    /// The same accounts for people.
    package static let page = "raivo-otp-export.html"
}

extension RaivoEntry: ExportedAccount {
    var names: (issuer: String, name: String) { (issuer.orEmpty, account.orEmpty) }

    /// An issuer named Steam does not make it a Steam account: the app knows none.
    func draft() throws(EntryError) -> AccountDraft {
        var draft = try AccountDraft(kind: try otpKind(), base32: try secret.checked("the secret"))
        try draft.take(algorithm: algorithm, digits: digits, period: timer, counter: counter)
        return draft
    }

    private func otpKind() throws(EntryError) -> OTPKind {
        guard let name = try kind.checked("the type") else { throw EntryError(.typeUnknown, "the entry has no type") }
        switch name.trimmingWhitespace.uppercased() {
        case "TOTP": return .totp
        case "HOTP": return .hotp
        default: throw EntryError(.typeUnknown, "the type \(name.quoted) is not one of TOTP, HOTP")
        }
    }
}
