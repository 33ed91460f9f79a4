import SecureMemory

/// Messages of RNCryptor, version 3, encrypted with a password (RNCryptor-Spec-v3): AES-256-CBC, then HMAC-SHA256, with
/// keys from PBKDF2-HMAC-SHA1.
package enum RNCryptor {
    /// The version, and the flag for keys from a password.
    package static let header: [UInt8] = [3, 1]
    /// The least length of a message: header, salts, IV, one block and the MAC.
    package static let minimumCount = 2 + 2 * saltCount + AESCBC.blockCount + AESCBC.blockCount + macCount

    private static let saltCount = 8, macCount = 32
    private static let iterations = 10_000

    /// Decrypts a message.
    ///
    /// - Throws: ``CryptoError/authenticationFailed`` if the MAC does not verify: a wrong password, or damage.
    ///   ``CryptoError/invalidParameter(_:)`` for another version, or a message that is too short.
    package static func open(_ message: [UInt8], password: LockedBytes) throws(CryptoError) -> SecureBytes {
        guard message.starts(with: header), message.count >= minimumCount else {
            throw .invalidParameter("this is not a message of RNCryptor 3 with a password")
        }
        let salts = message.dropFirst(header.count), afterSalts = salts.dropFirst(2 * saltCount)
        let encryptionSalt = Array(salts.prefix(saltCount))
        let macSalt = Array(salts.dropFirst(saltCount).prefix(saltCount))
        let macKey = try key(password, macSalt).withBytes { Array($0) }
        let mac = try Digest.sha256.hmac(key: macKey, Array(message.dropLast(macCount)))
        guard ConstantTime.areEqual(mac, Array(message.suffix(macCount))) else { throw .authenticationFailed }
        return try AESCBC.open(
            Array(afterSalts.dropFirst(AESCBC.blockCount).dropLast(macCount)), key: try key(password, encryptionSalt),
            iv: Array(afterSalts.prefix(AESCBC.blockCount)))
    }

    private static func key(_ password: LockedBytes, _ salt: [UInt8]) throws(CryptoError) -> SecureBytes {
        try KeyDerivation.pbkdf2(
            .sha1, passphrase: password, salt: salt, iterations: iterations, count: AESCBC.keyCount)
    }
}
