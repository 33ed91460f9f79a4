import TOTPDomain
import TOTPImport
import Vault

/// Advances the counter of an hotp account in its vault: a service that was given a code expects the next code.
struct CounterAdvance {
    let vault: String
    /// If the vault was not unlocked, one of them opened it before.
    let passphrases: [Passphrase]

    /// - Parameter account: as it was read; only its id and its counter matter.
    /// - Returns: the counter of the next code.
    /// - Throws: ``CommandError`` if another program changed the account or the passphrase.
    func advance(_ account: Account) throws -> Int64 {
        let file = try open()
        do { return try file.advanceCounter(of: account) } catch is VaultConflict { throw changed }
    }

    private func open() throws -> VaultFile {
        for key in [VaultKey.unlocked, .passphrases(passphrases)] {
            do throws(VaultError) { return try key.open(vault) } catch {
                guard error.isAboutPassphrase else { throw error }
            }
        }
        throw changed
    }

    private var changed: CommandError {
        CommandError("\(vault): another program changed the vault meanwhile", "run this again")
    }
}
