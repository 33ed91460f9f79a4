import Platform
import SafeFile
import TOTPDomain
import TOTPImport
import Vault

/// The vault of the page, open or locked.
package struct VaultPlace: Sendable {
    /// For a vault that was dropped, its name.
    let path: String
    let backups: BackupPolicy
    /// The vault, if it was dropped on the page: its new versions are downloads, and the program writes no file.
    let memory: VaultInMemory?
    /// Nil while it is locked, or does not exist yet.
    var file: VaultFile?
    package internal(set) var exists: Bool
    /// Whether it had a recovery code when the program started, or a code was added here.
    var hasRecoveryCode: Bool
    /// Passphrases in a row that were wrong.
    var wrongTries = 0

    /// - Throws: ``VaultError`` or ``FileError`` for a file that cannot be a vault.
    package init(path: String, backups: BackupPolicy) throws {
        (self.path, self.backups, memory) = (path, backups, nil)
        switch FolderListing.kind(of: path) {
        case .unreadable(let problem) where problem.kind == .notFound:
            if case .unreadable(let problem) = FolderListing.kind(of: path.parentFolder) { throw problem }
            (exists, hasRecoveryCode) = (false, false)
        default:
            (exists, hasRecoveryCode) = (true, try VaultFile.hasRecoveryCode(path))
        }
    }

    init(dropped bytes: [UInt8], named name: String) throws(VaultError) {
        (path, backups, memory) = (name, .none, VaultInMemory(bytes))
        (exists, hasRecoveryCode) = (true, try VaultFile.hasRecoveryCode(in: bytes))
    }

    var isLocked: Bool { exists && file == nil }
    var isDropped: Bool { memory != nil }

    /// - Parameter passphrase: or a recovery code.
    func open(_ passphrase: Passphrase) throws(VaultError) -> VaultFile {
        if let memory { return try VaultFile.open(memory, named: path, passphrase: passphrase) }
        return try VaultFile.open(path, passphrase: passphrase, backups: backups)
    }
}

/// The vault is older than the version that was shown.
struct VaultRollback: Error {}

/// A vault that also gets the edits of the page, in the same version as the imported accounts.
struct EditedVault: VaultStore {
    let store: any VaultStore
    let edits: VaultEdits

    func content() throws -> VaultContent { try store.content() }

    func update<Result: Sendable>(
        _ change: (inout VaultContent) throws -> Result, verify: (VaultContent, Result) throws -> Void
    ) throws -> Result {
        try store.update(
            { content in
                // Seen under the lock, so that nothing is written over an older version.
                if let file = store as? VaultFile, !file.rolledBack.isEmpty { throw VaultRollback() }
                // The import must find the accounts as they were, and may fill empty fields of them.
                let shown = content
                let result = try change(&content)
                try edits.apply(to: &content, shown: shown)
                return result
            }, verify: verify)
    }
}
