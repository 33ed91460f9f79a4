import CryptoPrimitives
import Encodings
import SafeFile
import TOTPDomain

/// The key slots of a vault, which open it.
extension VaultFile {
    /// Gives the vault a new master key, and one new passphrase instead of all others.
    ///
    /// Whoever has an old copy of the file and its passphrase can open that copy, and no later version. The same is
    /// true for recovery codes: they cannot be kept, because the new master key can only be encrypted for a code that
    /// is known. If the vault had any, it gets a new recovery code.
    ///
    /// - Parameters:
    ///   - code: a recovery code that is known; it stays valid, and no new code is made.
    ///   - show: called with the new recovery code, if any, as by ``addRecoveryCode(showing:)``.
    /// - Returns: the vault with its new key. This object can no longer read the vault.
    /// - Throws: ``VaultError``, or the error of `show`. The vault is then unchanged.
    @discardableResult
    package func changePassphrase(
        to passphrase: Passphrase, cost: KeyDerivation.ScryptCost = standardCost, keeping code: RecoveryCode? = nil,
        showing show: (RecoveryCode) throws -> Void
    ) throws -> VaultFile {
        let key = try Self.newMasterKey()
        var slots = [try VaultSlot.make(.passphrase(passphrase), cost: cost, masterKey: key)]
        let lock = try lock()
        let current = try current()
        var envelope = current.envelope
        let hadCodes = envelope.header.slots.contains(where: \.isRecovery)
        let new = hadCodes && code == nil ? try RecoveryCode.make() : nil
        for code in [code, new].compactMap({ $0 }) {
            slots.append(try VaultSlot.make(.recovery(code), cost: cost, masterKey: key))
        }
        envelope.header.setSlots(slots)
        let vault = VaultFile(path: path, backups: backups, masterKey: key, fileSystem: fileSystem, memory: memory)
        let staged = try vault.stage(current.document, in: envelope)
        if let new { try show(new) }
        try vault.commit(staged)
        _ = consume lock
        return vault
    }

    /// Adds a recovery code.
    ///
    /// - Parameter show: called with the code once the new vault is written and read back, and before it replaces the
    ///   old vault: so a vault never has a code that was not shown. If it throws, the vault is unchanged.
    /// - Throws: ``VaultError``, or the error of `show`. A code that was shown is then invalid.
    package func addRecoveryCode(showing show: (RecoveryCode) throws -> Void) throws {
        let code = try RecoveryCode.make()
        let slot = try VaultSlot.make(.recovery(code), cost: Self.standardCost, masterKey: masterKey)
        let lock = try lock()
        let staged = try stageSlots { $0 + [slot] }
        try show(code)
        try commit(staged)
        _ = consume lock
    }

    /// The ids of the recovery codes, in the order in which they were added.
    package func recoveryCodeIDs() throws(VaultError) -> [String] {
        try current().envelope.header.slots.filter(\.isRecovery).map(\.id)
    }

    /// Removes recovery codes. The master key stays: whoever opened an older copy with such a code can open this file
    /// until the next ``changePassphrase(to:cost:keeping:showing:)``.
    ///
    /// - Throws: ``VaultError``, also if nothing would open the vault any more.
    package func removeRecoveryCodes(_ ids: Set<String>) throws(VaultError) {
        let lock = try lock()
        let staged = try stageSlots { slots in slots.filter { !$0.isRecovery || !ids.contains($0.id) } }
        try commit(staged)
        _ = consume lock
    }

    static func newMasterKey() throws(VaultError) -> SecureBytes {
        do { return try RandomBytes.makeKey(AESGCM.keyCount) } catch { throw .cryptographyFailed(error.description) }
    }

    func stageSlots(_ change: ([VaultSlot]) -> [VaultSlot]) throws(VaultError) -> StagedVault {
        let current = try current()
        var envelope = current.envelope
        let slots = change(envelope.header.slots)
        guard slots.count <= Limit.vaultSlots else {
            throw .refused(field: "header.slots", reason: "has \(Limit.vaultSlots) slots already")
        }
        guard !slots.isEmpty else {
            throw .refused(field: "header.slots", reason: "would be empty, and nothing would open the vault")
        }
        envelope.header.setSlots(slots)
        return try stage(current.document, in: envelope)
    }
}
