import Encodings
public import TOTPDomain

/// A vault as a source: its accounts can be listed, converted, and put into another vault.
public struct VaultImportFormat: ImportFormat {
    public init() {}

    public var description: FormatDescription {
        FormatDescription(
            id: "totply-vault",
            app: "TOTPly",
            file: "JSON, the encrypted vault",
            encryption: .always,
            exportSteps: "The vault file itself."
        )
    }

    public func recognises(_ content: SourceContent) -> Bool {
        content.kind == .text && content.text.first { !ASCII.isWhitespace($0) } == UInt8(ascii: "{")
            && VaultFile.isVault(content.text)
    }

    /// Tombstones are left out: a deleted account is no account.
    public func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let items: [TOTPItem]
        do throws(VaultError) {
            let envelope = try VaultEnvelope(request.content.text)
            guard let passphrase = request.passphrase else { throw VaultError.wrongPassphrase }
            items = try VaultFile.items(in: envelope, passphrase: passphrase)
        } catch {
            if error == .wrongPassphrase, request.passphrase == nil {
                throw SourceError(.passphraseRequired, "this is a vault, and its passphrase is needed")
            }
            throw SourceError(error)
        }
        return ImportedDocument(
            format: description.id, entries: items.filter { !$0.isDeleted }.map { .item($0) })
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
            case .notAVault, .changed, .damagedContent, .cryptographyFailed: .corrupt
            }
        self.init(code, error.advice)
    }
}
