import Encodings
import TOTPDomain

/// Reads vaults: their accounts can be listed, converted and imported into another vault.
package struct VaultImportFormat: ImportFormat {
    package init() {}

    package var description: FormatDescription {
        FormatDescription(
            id: "totply-vault",
            group: .file,
            app: "TOTPly",
            file: "JSON, the encrypted vault",
            encryption: .always,
            exportSteps: "The vault file itself."
        )
    }

    package func recognises(_ content: SourceContent) -> Bool {
        content.kind == .text && content.text.first { !ASCII.isWhitespace($0) } == UInt8(ascii: "{")
            && VaultFile.isVault(content.text)
    }

    /// Deleted accounts are skipped.
    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let (items, records): ([TOTPItem], Int)
        do throws(VaultError) {
            let envelope = try VaultEnvelope(request.content.text)
            guard let passphrase = request.passphrase else { throw VaultError.wrongPassphrase }
            (items, records) = try VaultFile.items(in: envelope, passphrase: passphrase)
        } catch {
            if error == .wrongPassphrase, request.passphrase == nil {
                throw SourceError(.passphraseRequired, "this is a vault and needs a passphrase")
            }
            throw SourceError(error)
        }
        var skipped = SkippedRecords()
        skipped.add(.deleted, count: items.count(where: \.isDeleted))
        return ImportedDocument(
            format: description.id, records: records, entries: items.filter { !$0.isDeleted }.map { .item($0) },
            skipped: skipped)
    }
}

extension SourceError {
    init(_ error: VaultError) {
        let code: Code =
            switch error {
            case .wrongPassphrase, .wrongRecoveryCode, .malformedRecoveryCode: .wrongPassphrase
            case .newerVersion: .unsupportedVersion
            case .refused: .limitExceeded
            case .file: .readFailed
            case .notAVault, .changed, .damagedContent, .readBackDiffers, .cryptographyFailed: .corrupt
            }
        self.init(code, error.advice)
    }
}
