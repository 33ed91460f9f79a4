import Encodings
import ImportPipeline
import TOTPDomain
import Vault

/// What to say of a vault that is damaged or missing, and has earlier versions beside it.
enum VaultDamage {
    /// - parameter error: why the vault cannot be opened.
    /// - returns: what is wrong, which versions there are, and the command that restores one, without the path; nil if
    ///   no version would help.
    static func advice(_ path: String, _ error: VaultError) -> String? {
        error.damage(of: path).flatMap { advice(path, $0) }
    }

    /// - parameter otherwise: what else to do.
    private static func advice(_ path: String, _ damage: String, otherwise: String = "") -> String? {
        // If they cannot be listed, the vault's own error is what is known.
        let versions = ((try? VaultVersion.list(of: path)) ?? []).filter {
            (try? VaultFile.checkReadable($0.path)) != nil
        }
        guard let newest = versions.first else { return nil }
        let (count, newestOf) = (counted(versions.count, "earlier version"), versions.count == 1 ? "" : "the newest ")
        return "\(damage); \(count) can be restored, \(newestOf)of \(LocalTime.text(newest.date))\(otherwise): "
            + "totp-import vault restore \(path.quotedForShell)"
    }

    /// Opens a vault.
    static func naming<Value>(versionsOf path: String, _ open: () throws -> Value) throws -> Value {
        do { return try open() } catch let error as VaultError {
            guard let advice = advice(path, error) else { throw error }
            throw CommandError(message: "\(path): \(advice)", status: ExitStatus.nothing)
        }
    }

    /// - throws: ``CommandError`` for a name that belongs to the versions of a vault: a new vault would take them over,
    ///   and its changes would remove them.
    static func checkNew(_ path: String) throws {
        guard let advice = advice(path, "the vault is missing", otherwise: " (or choose another name)")
        else { return }
        throw CommandError(message: "\(path): \(advice)", status: ExitStatus.nothing)
    }

    /// Why an input cannot be read, if it is a vault with earlier versions.
    ///
    /// - parameters:
    ///   - failure: why it cannot be read.
    ///   - format: what it was read as.
    static func failure(_ path: String, _ failure: SourceError, _ format: String? = nil) -> SourceError {
        do throws(VaultError) { try VaultFile.checkReadable(path) } catch {
            return advice(path, error).map { SourceError(failure.isAboutPassphrase ? .corrupt : failure.code, $0) }
                ?? failure
        }
        guard failure.code == .corrupt, format == "totply-vault" else { return failure }
        let damage = failure.message.split(separator: ";").first.map { String($0) } ?? failure.message
        return advice(path, damage).map { SourceError(.corrupt, $0) } ?? failure
    }
}

extension SourceResult {
    /// With the versions of a damaged vault in the failure. Files in folders are not looked at.
    var namingVersions: SourceResult {
        guard let failure, folder == nil, !isMember, name != "-" else { return self }
        var result = self
        result.failure = VaultDamage.failure(name, failure, format)
        return result
    }
}
