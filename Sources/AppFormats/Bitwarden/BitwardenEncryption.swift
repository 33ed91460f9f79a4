import CryptoPrimitives
import Encodings
import TOTPDomain

/// The encryption of a password-protected export: a key from the passphrase, two keys expanded from that, then
/// AES-256-CBC with HMAC-SHA256.
package struct BitwardenEncryption {
    private let derivation: BitwardenKeyDerivation
    /// Its MAC shows whether the passphrase is right.
    private let validation: EncryptedValue
    private let data: EncryptedValue

    package init(_ file: BitwardenFile) throws(SourceError) {
        derivation = try BitwardenKeyDerivation(file)
        validation = try EncryptedValue(file.validation, "encKeyValidation_DO_NOT_EDIT")
        data = try EncryptedValue(file.data, "data")
    }

    /// - Returns: the plain export's JSON.
    package func open(_ passphrase: Passphrase?, _ limits: ImportLimits) throws(SourceError) -> [UInt8] {
        guard let passphrase else { throw .passphraseRequired }
        let key = try derivation.key(passphrase, limits)
        do throws(CryptoError) {
            let authentication = try KeyDerivation.hkdfExpandSHA256(key: key, info: Array("mac".utf8), count: 32)
            guard try validation.isGenuine(authentication) else { throw CryptoError.authenticationFailed }
            guard try data.isGenuine(authentication) else {
                throw CryptoError.invalidParameter("the passphrase is right, but data was changed; export it again")
            }
            let encryption = try KeyDerivation.hkdfExpandSHA256(key: key, info: Array("enc".utf8), count: 32)
            return try AESCBC.open(data.ciphertext, key: encryption, iv: data.iv).copied()
        } catch {
            throw SourceError(cryptography: error)
        }
    }

    /// `2.IV|CIPHERTEXT|MAC`, each base64.
    private struct EncryptedValue {
        let iv, ciphertext, mac: [UInt8]

        init(_ text: LenientText?, _ member: StaticString) throws(SourceError) {
            let parts = text.orEmpty.utf8.split(separator: UInt8(ascii: "."), maxSplits: 1)
            guard parts.count == 2 else { throw .incomplete(member) }
            guard parts[0].elementsEqual("2".utf8) else {
                throw SourceError(
                    .unsupportedVersion, "\(member) is encrypted in an unknown way; export it as plain .json")
            }
            let values = parts[1].split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
                .map { Base64.decode(Array($0)) ?? [] }
            guard values.count == 3, values[0].count == AESCBC.blockCount, values[2].count == 32 else {
                throw .incomplete(member)
            }
            (iv, ciphertext, mac) = (values[0], values[1], values[2])
        }

        func isGenuine(_ key: borrowing SecureBytes) throws(CryptoError) -> Bool {
            ConstantTime.areEqual(try Digest.sha256.hmac(key: key.copied(), iv + ciphertext), mac)
        }
    }
}
