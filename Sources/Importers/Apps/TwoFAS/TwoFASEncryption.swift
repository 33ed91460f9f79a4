import CryptoPrimitives
import Encodings
import TOTPDomain

/// The encryption of a 2FAS backup: ciphertext with its tag, salt and nonce, each in base64, separated by colons.
enum TwoFASEncryption {
    private static let iterations = 10_000
    private static let saltCount = 256

    /// Encrypted next to the accounts; 2FAS decrypts it to check the passphrase.
    private static let reference = """
        tRViSsLKzd86Hprh4ceC2OP7xazn4rrt4xhfEUbOjxLX8Rc3mkISXE0lWbmnWfggogbBJhtYgpK6fMl1D6mtsy92R3HkdGfwuXbzLebqVFJsR7\
        IZ2w58t938iymwG4824igYy1wi6n2WDpO1Q1P69zwJGs2F5a1qP4MyIiDSD7NCV2OvidXQCBnDlGfmz0f1BQySRkkt4ryiJeCjD2o4QsveJ9uD\
        BUn8ELyOrESv5R5DMDkD4iAF8TXU7KyoJujd
        """

    /// - Returns: the services' JSON, a list.
    static func open(
        _ text: String, _ passphrase: Passphrase?, _ limits: ImportLimits
    ) throws(SourceError) -> [UInt8] {
        let parts = text.utf8.split(separator: ASCII.colon, omittingEmptySubsequences: false)
            .compactMap { Base64.decode(Array($0)) }
        guard text.utf8.count(where: { $0 == ASCII.colon }) == 2, parts.count == 3, parts[0].count >= AESGCM.tagCount,
            !parts[1].isEmpty, parts[2].count == AESGCM.nonceCount
        else {
            throw .damaged("servicesEncrypted is not data, salt and nonce")
        }
        let key = try limits.pbkdf2(.sha256, passphrase: passphrase, salt: parts[1], iterations: iterations)
        return try SourceError.decrypting(
            AESGCM.open(parts[0], key: key, nonce: parts[2], associatedData: []).copied())
    }

    /// Encrypts accounts.
    ///
    /// - Parameter services: the services' JSON, a list.
    /// - Returns: the members `servicesEncrypted` and `reference`.
    static func seal(
        _ services: [UInt8], _ passphrase: Passphrase, _ random: any RandomSource
    ) throws(ExportError) -> (services: String, reference: String) {
        let salt = try random.bytes(saltCount)
        let key = try ExportError.encrypting(
            KeyDerivation.pbkdf2(
                .sha256, passphrase: passphrase.utf8, salt: salt, iterations: iterations, count: AESGCM.keyCount))
        let encrypted = try seal(services, key, salt, random)
        return (encrypted, try seal(Array(reference.utf8), key, salt, random))
    }

    private static func seal(
        _ plaintext: [UInt8], _ key: borrowing SecureBytes, _ salt: [UInt8], _ random: any RandomSource
    ) throws(ExportError) -> String {
        let nonce = try random.bytes(AESGCM.nonceCount)
        let ciphertext = try ExportError.encrypting(
            AESGCM.seal(SecureBytes(copying: plaintext), key: key, nonce: nonce, associatedData: []))
        return [ciphertext, salt, nonce].map { Base64.encode($0) }.joined(separator: ":")
    }
}
