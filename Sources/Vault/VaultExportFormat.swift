import CryptoPrimitives
import TOTPDomain

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
            importSteps: .text("Open the file in TOTPly, or use it as a vault: totp-import list ", thenFile: "")
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
            guard case .refused = error else { throw ExportError(.cryptographyFailed, error.problem, error.advice) }
            throw ExportError(
                .tooLarge, "a vault can have \(VaultLimits.fileBytes >> 20) MiB", "convert fewer inputs at once")
        }
    }
}
