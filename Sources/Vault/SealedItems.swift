import CryptoPrimitives
import TOTPDomain

/// Accounts outside the file of a vault, encrypted as if they were in it: in memory, until the user opens the vault
/// again.
package struct SealedItems: Sendable {
    fileprivate let bytes: [UInt8]

    /// Opens them with a passphrase or a recovery code of the vault as it was then.
    ///
    /// - Throws: ``VaultError``.
    package func open(_ passphrase: Passphrase) throws(VaultError) -> [Account] {
        try VaultFile.items(in: VaultEnvelope(bytes), passphrase: passphrase).items
    }
}

extension VaultFile {
    /// - Throws: ``VaultError``.
    package func seal(_ items: [Account]) throws(VaultError) -> SealedItems {
        // Without reading the file again: a problem with the disk may be why they are not in it.
        var envelope: VaultEnvelope
        if let known = last.withLock({ $0?.envelope }) { envelope = known } else { envelope = try current().envelope }
        var document = VaultDocument(VaultContent(items: items))
        return SealedItems(bytes: try envelope.encode(&document, masterKey: masterKey))
    }

    /// - Returns: nil if the vault has another key by now.
    /// - Throws: ``VaultError``.
    package func open(_ sealed: SealedItems) throws(VaultError) -> [Account]? {
        let envelope = try VaultEnvelope(sealed.bytes)
        return try Self.opening { () throws(VaultError) in
            try Self.items(in: envelope, masterKey: masterKey).items
        }
    }
}
