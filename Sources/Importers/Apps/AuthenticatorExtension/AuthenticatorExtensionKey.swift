import CryptoPrimitives
import Encodings
import TOTPDomain

/// A key of a backup since version 8: it turns the user's passphrase into the passphrase that encrypts accounts.
package struct AuthenticatorExtensionKey: Sendable {
    /// The text of hexadecimal digits; it is not decoded.
    private let salt: [UInt8]
    /// The hash of the passphrase that encrypts accounts, which is derived with the same costs.
    private let check: Argon2Hash

    /// The cost that the extension uses, which ignores other costs when it imports.
    private static let cost = KeyDerivation.Argon2Cost(passes: 2, memory: 19456, lanes: 1)
    private static let saltCount = 16
    private static let minimumSaltCount = 8

    /// - Parameter hash: in the PHC string format.
    /// - Returns: nil if the salt or the hash is not in the extension's form.
    package init?(salt: String, hash: String) {
        guard salt.utf8.count >= Self.minimumSaltCount, let check = Argon2Hash(hash) else { return nil }
        (self.salt, self.check) = (Array(salt.utf8), check)
    }

    /// - Returns: the passphrase that encrypts the accounts of this key; nil for a wrong passphrase.
    /// - Throws: ``SourceError`` with `limit-exceeded`.
    package func unlocked(by passphrase: Passphrase, _ limits: ImportLimits) throws(SourceError) -> Passphrase? {
        let hash = try limits.argon2(.id, passphrase: passphrase, salt: salt, cost: check.cost)
        let own = Self.text(hash)
        return try check.verifies(own, limits) ? own : nil
    }

    private static func text(_ hash: borrowing SecureBytes) -> Passphrase {
        Passphrase(Base64.encodeUnpadded(hash.copied()))
    }

    /// A new key.
    ///
    /// - Returns: its member in the file, and the passphrase that encrypts the accounts.
    package static func make(
        id: String, for passphrase: Passphrase, _ random: any RandomSource
    ) throws(ExportError) -> (member: OrderedJSON, own: Passphrase) {
        let salt = Hex.encode(try random.bytes(saltCount)), checkSalt = Hex.encode(try random.bytes(saltCount))
        let own = text(
            try ExportError.encrypting(
                KeyDerivation.argon2(
                    .id, passphrase: passphrase.utf8, salt: Array(salt.utf8), cost: cost, count: AESCBC.keyCount)))
        let check = try ExportError.encrypting(Argon2Hash.make(of: own, salt: Array(checkSalt.utf8), cost: cost))
        let member = OrderedJSON.object([
            "dataType": .string(AuthenticatorExtensionFile.key),
            "id": .string(id),
            "salt": .string(salt),
            "hash": .string(check),
            "version": .integer(AuthenticatorExtensionFile.keyVersion),
        ])
        return (member, own)
    }
}
