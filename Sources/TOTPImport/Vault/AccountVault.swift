internal import ImportPipeline
internal import Platform
public import TOTPDomain
internal import Vault

/// An open vault: the encrypted file that `totp-import import --vault` writes.
///
/// A change replaces the whole file or nothing: it is written to a temporary file (encrypted), read back, compared, and
/// then renamed, under a lock. Opening takes about half a second and 128 MiB on purpose. All methods work outside of
/// the main actor.
///
/// An app that keeps its file elsewhere needs no path: ``AccountReader`` reads the bytes of a vault, and
/// ``AccountWriter`` with the format `totply-vault` makes them.
public struct AccountVault: Sendable {
    let file: VaultFile

    /// Creates a vault, for its owner alone (mode 0600).
    ///
    /// - Throws: ``AccountVaultError`` with `exists` if there is a file already: it is never overwritten.
    public static func create(
        at path: String, passphrase: Passphrase, accounts: [Account] = []
    ) async throws(AccountVaultError) -> AccountVault {
        try opened { () throws(VaultError) in try VaultFile.create(path, passphrase: passphrase, items: accounts) }
    }

    /// Opens a vault. A recovery code opens it in place of the passphrase.
    ///
    /// - Throws: ``AccountVaultError``.
    public static func open(at path: String, passphrase: Passphrase) async throws(AccountVaultError) -> AccountVault {
        try opened { () throws(VaultError) in try VaultFile.open(path, passphrase: passphrase) }
    }

    /// Opens a vault with a recovery code, as it is on paper: case, spaces and hyphens do not matter.
    ///
    /// - Throws: ``AccountVaultError``.
    public static func open(
        at path: String, recoveryCode: Passphrase
    ) async throws(AccountVaultError) -> AccountVault {
        try opened { () throws(VaultError) in
            try VaultFile.open(path, recoveryCode: try RecoveryCode(typed: recoveryCode))
        }
    }

    private static func opened(
        _ open: () throws(VaultError) -> VaultFile
    ) throws(AccountVaultError) -> AccountVault {
        do throws(VaultError) { return AccountVault(file: try open()) } catch { throw AccountVaultError(error) }
    }

    public var path: String { file.path }

    /// The accounts as they are in the file now.
    ///
    /// - Throws: ``AccountVaultError``.
    public func accounts() async throws -> [Account] {
        try AccountVaultError.wrappingAny { try file.items().filter { !$0.isDeleted } }
    }

    /// Merges accounts into the vault, and checks that every added account has the same codes in the written file.
    ///
    /// - Parameters:
    ///   - result: the accounts to merge, with the outcomes of their entries.
    ///   - duplicates: how to treat an account that is already in the vault.
    ///   - isDryRun: does everything except writing.
    /// - Returns: the outcome of every entry.
    /// - Throws: ``AccountVaultError``, or an internal error if the counts do not add up; the vault is then unchanged.
    @discardableResult
    public func add(
        _ result: ImportResult, duplicates: DuplicatePolicy = .fill, isDryRun: Bool = false
    ) async throws -> ImportLedger {
        let run = ImportRun(reader: Parts.standard.reader(), jobs: 1, policy: duplicates)
        return try AccountVaultError.wrappingAny {
            ImportLedger(
                try run.merge(
                    result.results, into: file, checkingCodesWith: Parts.standard.generator, isDryRun: isDryRun))
        }
    }

    /// Changes accounts. Nothing is written if the closure throws or changes nothing.
    ///
    /// - Parameter change: edits, adds and removes accounts. A removed account that an app has synchronized is marked
    ///   as deleted in the file, so that the app removes it as well.
    /// - Throws: ``AccountVaultError``, or the error of the closure.
    public func update<Result: Sendable>(
        _ change: @Sendable (inout [Account]) throws -> Result
    ) async throws -> Result {
        try AccountVaultError.wrappingAny {
            try file.update { content in
                let before = content.items.filter { !$0.isDeleted }
                var live = before
                let result = try change(&live)
                guard live != before else { return result }
                let kept = Set(live.map(\.id))
                let removed = before.filter { !kept.contains($0.id) }.compactMap { $0.removed(at: .wholeSecondNow) }
                content.items = live + content.items.filter(\.isDeleted) + removed
                return result
            }
        }
    }
}

extension AccountVault {
    /// Replaces all passphrases by a new passphrase, and the key of the file by a new key.
    ///
    /// - Parameters:
    ///   - passphrase: from then on, the only passphrase of the vault.
    ///   - show: called with a new recovery code if the vault had any: the old codes no longer open it. If it throws,
    ///     the vault is unchanged.
    /// - Returns: the vault with its new key. The value that this method was called on can no longer be read.
    /// - Throws: ``AccountVaultError``, or the error of `show`.
    @discardableResult
    public func changePassphrase(
        to passphrase: Passphrase, showingRecoveryCode show: @Sendable (String) throws -> Void
    ) async throws -> AccountVault {
        AccountVault(
            file: try AccountVaultError.wrappingAny {
                try file.changePassphrase(to: passphrase) { try show(try $0.text) }
            })
    }

    /// Adds a recovery code: a second key, to be written on paper.
    ///
    /// - Parameter show: called with the code before the vault has it: if it throws, the vault is unchanged, and the
    ///   code opens nothing.
    /// - Throws: ``AccountVaultError``, or the error of `show`.
    public func addRecoveryCode(showing show: @Sendable (String) throws -> Void) async throws {
        try AccountVaultError.wrappingAny { try file.addRecoveryCode { try show(try $0.text) } }
    }
}
