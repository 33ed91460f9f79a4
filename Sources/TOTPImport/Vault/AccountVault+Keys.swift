public import TOTPDomain
internal import Vault

extension AccountVault {
    /// Replaces all passphrases by a new one, with a new key for the file.
    ///
    /// - Parameters:
    ///   - passphrase: the only one that opens the vault from then on.
    ///   - show: called with a new recovery code if the vault had any: the old ones open nothing any more. If it throws,
    ///     the vault is unchanged.
    /// - Returns: the vault with its new key. This one can no longer be read.
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
