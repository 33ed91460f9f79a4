@testable import AppFormats
@testable import CryptoPrimitives
@testable import Encodings
@testable import FormatEngine
@testable import PasswordManagerFormats
@testable import TOTPDomain

/// Content that is encrypted here, at the lowest cost that a format allows, and read as a file: no mutation of a
/// ciphertext gets past its authentication.
enum EncryptedTargets {
    private static let passphrase = Passphrase("invented")
    private static let salt = [UInt8](repeating: 1, count: 32)

    static func aegis(_ bytes: [UInt8]) {
        read(AegisFormat()) { () throws(CryptoError) in
            let key = try KeyDerivation.scrypt(
                passphrase: passphrase.utf8, salt: salt, cost: .init(n: 2, r: 1, p: 1), count: AESGCM.keyCount)
            let master = SecureBytes(copying: salt)
            let slot = try sealed(master, key: key), database = try sealed(SecureBytes(copying: bytes), key: master)
            return OrderedJSON.object([
                "version": 1,
                "header": .object([
                    "slots": .array([
                        .object([
                            "type": 1, "key": .string(Hex.encode(slot.ciphertext)), "key_params": slot.parameters,
                            "n": 2, "r": 1, "p": 1, "salt": .string(Hex.encode(salt)),
                        ])
                    ]),
                    "params": database.parameters,
                ]),
                "db": .string(Base64.encode(database.ciphertext)),
            ]).utf8
        }
    }

    private static func sealed(
        _ plaintext: borrowing SecureBytes, key: borrowing SecureBytes
    ) throws(CryptoError) -> (ciphertext: [UInt8], parameters: OrderedJSON) {
        let nonce = [UInt8](repeating: 2, count: AESGCM.nonceCount)
        let message = try AESGCM.seal(plaintext, key: key, nonce: nonce, associatedData: [])
        return (
            Array(message.dropLast(AESGCM.tagCount)),
            .object([
                "nonce": .string(Hex.encode(nonce)), "tag": .string(Hex.encode(message.suffix(AESGCM.tagCount))),
            ])
        )
    }

    /// The older form, whose key is a hash.
    static func andOTP(_ bytes: [UInt8]) {
        read(AndOTPFormat()) { () throws(CryptoError) in
            let nonce = [UInt8](repeating: 0xFF, count: AESGCM.nonceCount)
            let key = SecureBytes(copying: try Digest.sha256.hash(passphrase.utf8))
            return nonce
                + (try AESGCM.seal(SecureBytes(copying: bytes), key: key, nonce: nonce, associatedData: []))
        }
    }

    /// A container of Padloc.
    static func padloc(_ bytes: [UInt8]) {
        read(PadlocFormat()) { () throws(CryptoError) in
            let nonce = Array(salt.prefix(AESGCM.longNonceCount))
            let key = try KeyDerivation.pbkdf2(
                .sha256, passphrase: passphrase.utf8, salt: salt, iterations: 1, count: AESGCM.keyCount)
            let message = try AESGCM.seal(
                SecureBytes(copying: bytes), key: key, nonce: nonce, associatedData: salt)
            return OrderedJSON.object([
                "encryptionParams": .object([
                    "iv": .string(Base64.encode(nonce)), "additionalData": .string(Base64.encode(salt)),
                ]),
                "keyParams": .object(["salt": .string(Base64.encode(salt)), "iterations": 1]),
                "encryptedData": .string(Base64.encode(message)),
            ]).utf8
        }
    }

    /// The list of accounts, which is the name of a member.
    static func totpAuthenticator(_ bytes: [UInt8]) {
        guard let list = String(validating: bytes, as: UTF8.self) else { return }
        read(TOTPAuthenticatorFormat()) { () throws(CryptoError) in
            let key = SecureBytes(copying: try Digest.sha256.hash(passphrase.utf8))
            let iv = [UInt8](repeating: 0, count: AESCBC.blockCount)
            let object = OrderedJSON.object([OrderedJSON.Member(key: list, value: true)])
            return Array(Base64.encode(try AESCBC.seal(SecureBytes(copying: object.utf8), key: key, iv: iv)).utf8)
        }
    }

    /// The packets of a decrypted OpenPGP message.
    static func openPGP(_ bytes: [UInt8]) {
        ContainerTargets.refusing { () throws(SourceError) in _ = try PassphraseMessage.file(in: bytes) }
    }

    private static func read(_ format: any ImportFormat, _ file: () throws(CryptoError) -> [UInt8]) {
        guard let bytes = try? file() else { fatalError("broken promise: what is encrypted here can be encrypted") }
        let request = ImportRequest(content: SourceContent(bytes), passphrase: passphrase)
        do throws(SourceError) {
            let document = try format.read(request)
            require(document.format == format.description.id, "the document names its format")
            DocumentPromises.check(document)
        } catch {
            DocumentPromises.check(message: error.message)
            require(error.code != .passphraseRequired, "the passphrase is enough")
        }
    }
}
