import CVaultPeer
@testable import CryptoPrimitives
@testable import Vault

/// Readers that were written apart: both must accept the same vaults.
enum PeerTargets {
    /// Everything that is checked without a key.
    static func vaultEnvelope(_ bytes: [UInt8]) {
        let isOurs = (try? VaultEnvelope(bytes)) != nil
        require(
            isOurs == vault_peer_accepts_envelope(bytes, bytes.count), "two readers agree whether an envelope is valid")
    }

    /// What is encrypted.
    static func vaultContent(_ bytes: [UInt8]) {
        let accounts = vault_peer_accounts(bytes, bytes.count)
        let document = try? VaultDocument(plaintext: SecureBytes(copying: bytes))
        require((document != nil) == (accounts >= 0), "two readers agree whether a vault's content is valid")
        require(document.map { $0.content.items.count == accounts } ?? true, "two readers find as many accounts")
    }
}
