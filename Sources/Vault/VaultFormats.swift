import CryptoPrimitives
import Encodings
import TOTPDomain

/// Reads vaults: their accounts can be listed, converted and imported into another vault.
package struct VaultImportFormat: ImportFormat {
    private let keyring: VaultKeyring?
    /// The vault that the accounts go into.
    private let target: (path: String, id: String)?

    /// - Parameters:
    ///   - keyring: vaults that are unlocked there are read without a passphrase.
    ///   - target: the path of the vault that the accounts go into. A copy of it is refused, wherever it is found: it
    ///     would add renamed accounts twice, and removed accounts again.
    package init(unlockedIn keyring: VaultKeyring? = nil, into target: String? = nil) {
        self.keyring = keyring
        self.target = target.flatMap { path in (try? VaultFile.id(of: path)).map { (path, $0) } }
    }

    package let description = FormatDescription(
        id: VaultSignature.id,
        group: .file,
        app: "TOTPly",
        origin: .vault,
        file: "JSON, the encrypted vault",
        encryption: .always,
        exportSteps: "The vault file itself."
    )

    package func recognizes(_ content: SourceContent) -> Bool {
        // Zeros in a damaged vault make it binary.
        content.kind == .text ? VaultSignature.isNamed(in: content.text) : VaultSignature.matches(content.bytes)
    }

    /// Deleted accounts are skipped.
    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        if let target, (try? VaultFile.id(in: request.content.bytes)) == target.id {
            throw SourceError(copyOf: target.path)
        }
        let opened: (items: [Account], records: Int)?
        do throws(VaultError) {
            let envelope = try VaultEnvelope(request.content.bytes)
            if let passphrase = request.passphrase {
                opened = try VaultFile.items(in: envelope, passphrase: passphrase)
            } else {
                opened = if let keyring { try VaultFile.items(in: envelope, unlockedIn: keyring) } else { nil }
            }
        } catch { throw SourceError(error) }
        guard let (items, records) = opened else {
            throw SourceError(.passphraseRequired, "this is a vault and needs a passphrase")
        }
        var skipped = SkippedRecords()
        skipped.add(.deleted, count: items.count(where: \.isDeleted))
        let entries = items.enumerated().compactMap { index, account in
            account.isDeleted ? nil : Self.entry(account, number: index + 1)
        }
        return ImportedDocument(
            format: description.id, records: records, entries: PlantedLoss.applied(to: entries), skipped: skipped)
    }

    private static func entry(_ account: Account, number: Int) -> ImportedEntry {
        do throws(EntryError) { try account.checkMarks(advice: "rename it with totp-import vault edit") } catch {
            return .rejected(
                EntryRejection(position: EntryPosition(entry: number), label: account.label, problem: error))
        }
        return .item(account)
    }
}

extension SourceError {
    fileprivate init(copyOf vault: String) {
        self.init(
            .copyOfVault, "another copy of \(vault)",
            .text(
                "merge it, unpacked: totp-import vault merge COPY --vault \(vault.quotedForShell)",
                onPage: "unpack it, and drop it here"))
    }

    init(_ error: VaultError) {
        let code: Code =
            switch error {
            case .wrongPassphrase, .wrongPassphraseOrCode, .wrongRecoveryCode, .malformedRecoveryCode,
                .passphraseChanged:
                .wrongPassphrase
            case .newerVersion: .unsupportedVersion
            case .refused: .limitExceeded
            case .file, .tooLarge: .readFailed
            case .notAVault, .emptyFile, .damaged, .anotherVault, .changed, .damagedContent, .readBackDiffers,
                .cryptographyFailed:
                .corrupt
            }
        self.init(code, error.problem, error.advice)
    }
}

/// Writes accounts into a new vault, with every field (`Docs/formats/totply-vault.md`).
package struct VaultExportFormat: ExportFormat {
    private let cost: KeyDerivation.ScryptCost

    package init(cost: KeyDerivation.ScryptCost = VaultFile.standardCost) { self.cost = cost }

    package var description: ExportDescription {
        let reader = VaultImportFormat().description
        return ExportDescription(
            id: reader.id,
            app: reader.app,
            file: reader.file,
            protection: .required,
            capabilities: .everything,
            importSteps: .text("Open the file in TOTPly, or use it as a vault: totp-import list ", thenFile: ""),
            use: .kept
        )
    }

    package func write(_ request: ExportRequest) throws(ExportError) -> Export {
        guard case .passphrase(let passphrase) = request.protection else {
            throw ExportError(.passphraseRequired, "a vault is always encrypted and needs a passphrase")
        }
        do throws(VaultError) {
            let vault = try UnsavedVault(VaultContent(items: request.items), passphrase: passphrase, cost: cost)
            return Export(files: [Export.File(name: "vault.json", bytes: try vault.encoded())])
        } catch {
            guard case .tooLarge = error else { throw ExportError(.cryptographyFailed, error.problem, error.advice) }
            throw ExportError(.tooLarge, error.problem, error.advice)
        }
    }
}
