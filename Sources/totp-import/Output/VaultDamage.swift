import Encodings
import ImportPipeline
import TOTPDomain
import Vault

/// The advice for a vault that is damaged or missing, and has earlier versions beside it.
enum VaultDamage {
    /// Returns the number of versions, and the command that restores a version; nil without versions.
    ///
    /// - Parameter otherwise: other advice.
    private static func restoring(_ path: String, otherwise: String = "") -> Advice? {
        // If they cannot be listed, only the vault's own error is reported.
        let versions = ((try? VaultVersion.list(of: path)) ?? []).filter {
            (try? VaultFile.checkReadable($0.path)) != nil
        }
        guard let newest = versions.first else { return nil }
        let (count, newestOf) = (counted(versions.count, "earlier version"), versions.count == 1 ? "" : "the newest ")
        return .text(
            "\(count) can be restored, \(newestOf)of \(LocalTime.text(newest.date))\(otherwise): "
                + "totp-import vault restore \(path.quotedForShell)")
    }

    static func naming<Value>(versionsOf path: String, _ open: () throws -> Value) throws -> Value {
        do { return try open() } catch let error as VaultError {
            guard let damage = error.damage(of: path), let advice = restoring(path) else { throw error }
            throw CommandError("\(path): \(damage)", advice)
        }
    }

    /// - Throws: ``CommandError`` for a name that belongs to the versions of a vault: a new vault would take them over,
    ///   and its changes would remove them.
    static func checkNew(_ path: String) throws {
        guard let advice = restoring(path, otherwise: " (or choose another name)") else { return }
        throw CommandError("\(path): the vault is missing", advice)
    }

    /// Why an input cannot be read, if it is a vault with earlier versions.
    ///
    /// - Parameters:
    ///   - failure: why it cannot be read.
    ///   - isVault: whether it was read as a vault.
    static func failure(_ path: String, _ failure: SourceError, isVault: Bool = false) -> SourceError {
        do throws(VaultError) { try VaultFile.checkReadable(path) } catch {
            guard let damage = error.damage(of: path), let advice = restoring(path) else { return failure }
            return SourceError(failure.isAboutPassphrase ? .corrupt : failure.code, damage, advice)
        }
        guard failure.code == .corrupt, isVault, let advice = restoring(path) else { return failure }
        return SourceError(.corrupt, failure.problem, advice)
    }
}

extension SourceResult {
    var isVault: Bool { format == VaultSignature.id.rawValue }

    /// Vaults start empty.
    var isExportWithoutAccounts: Bool { isEmptyExport && !isVault }

    /// With the versions of a damaged vault in the failure. Files in folders are not looked at.
    var namingVersions: SourceResult {
        guard let failure, folder == nil, !isMember, name != "-" else { return self }
        var result = self
        result.failure = VaultDamage.failure(name, failure, isVault: isVault)
        return result
    }
}
