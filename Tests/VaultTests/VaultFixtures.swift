import CryptoPrimitives
import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import Vault

extension Passphrase {
    static let fixture = Passphrase("an invented passphrase")
    static let other = Passphrase("another invented passphrase")
}

extension KeyDerivation.ScryptCost {
    /// Almost nothing, so that a test can open a vault thousands of times.
    static let cheap = KeyDerivation.ScryptCost(n: 2, r: 1, p: 1)
}

/// Makes `vault.json` in the folder.
@discardableResult
func makeVault(
    in folder: TemporaryFolder, items: [Account] = [], backups: BackupPolicy = .standard
) throws -> VaultFile {
    try VaultFile.create(
        folder.path("vault.json"), passphrase: .fixture, items: items, cost: .cheap, backups: backups)
}

/// The bytes of a vault with one character of its ciphertext exchanged for another that is base64, too.
func changingCiphertext(of vault: [UInt8]) -> [UInt8] {
    var changed = vault
    let place = vault.count - 200
    changed[place] = vault[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
    return changed
}

extension VaultFile {
    /// Adds a passphrase to a vault that others open already. The format allows such vaults; the program makes none.
    func addPassphrase(_ passphrase: Passphrase) throws {
        let slot = try VaultSlot.make(.passphrase(passphrase), cost: .cheap, masterKey: masterKey)
        let lock = try Self.lock(path)
        try commit(stageSlots { $0 + [slot] })
        _ = consume lock
    }

    func addRecoveryCode() throws -> RecoveryCode {
        var shown: RecoveryCode?
        try addRecoveryCode { shown = $0 }
        return try #require(shown)
    }

    /// - Returns: the vault with its new key, and its new recovery code.
    @discardableResult
    func changePassphrase(to passphrase: Passphrase) throws -> (vault: VaultFile, code: RecoveryCode?) {
        var shown: RecoveryCode?
        let vault = try changePassphrase(to: passphrase, cost: .cheap) { shown = $0 }
        return (vault, shown)
    }
}

/// The error that `body` throws, or nil where it throws none.
func vaultError(_ body: () throws -> some Any) -> VaultError? {
    do {
        _ = try body()
        return nil
    } catch {
        return error as? VaultError
    }
}

/// An account in which each field has a value of its own.
func sampleItem(named name: String = "alice@example.com", secret: String = "JBSWY3DPEHPK3PXP") throws -> Account {
    let time = Date(timeIntervalSince1970: 1_795_253_400)
    return Account(
        issuer: "Acorn Bank", name: name, secret: try OTPSecret(base32: secret),
        parameters: try OTPParameters(kind: .totp), createdAt: time)
}
