import Containers
import TOTPDomain

/// Authenticator Plus: its zip export and its own database (`Docs/formats/authenticator-plus.md`).
package struct AuthenticatorPlusFormat: ImportFormat {
    package init() {}

    package var description: FormatDescription {
        FormatDescription(
            id: "authenticator-plus",
            app: "Authenticator Plus",
            file: "zip; SQLCipher database, authplus.db",
            encryption: .always,
            exportSteps: .menu("Settings › Backup & Restore › Export as Text & HTML (a zip), or the backup authplus.db")
        )
    }

    /// The app always encrypts it, and adds a page with the same accounts.
    private static let archive = ZippedList(
        isList: { $0.baseName == "Accounts.txt" && $0.isEncrypted }, page: "Accounts.html")

    package func recognises(_ content: SourceContent) -> Bool {
        switch content.kind {
        case .zip: Self.archive.matches(content)
        case .binary: content.bytes.count.isMultiple(of: EncryptedDatabase.pageCount)
        default: false
        }
    }

    /// The database starts with random bytes.
    package func hasNoSignature(_ content: SourceContent) -> Bool { content.kind == .binary }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        if request.content.kind == .zip { return try Self.archive.read(request, as: description.id) }
        guard let passphrase = request.passphrase else { throw .passphraseRequired }
        let file = try EncryptedDatabase.open(request.content.bytes, passphrase, request.limits)
        return try AuthenticatorPlusDatabase.document(of: file, request.limits, as: description.id)
    }
}
