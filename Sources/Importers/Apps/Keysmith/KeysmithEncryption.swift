import CryptoPrimitives
import Encodings
import TOTPDomain

/// The encryption of Keysmith's secrets: libsodium's `crypto_pwhash` and `crypto_secretbox`.
struct KeysmithEncryption {
    private let variant: KeyDerivation.Argon2Variant
    private let cost: KeyDerivation.Argon2Cost
    private let salt: [UInt8]
    /// The passphrase itself, encrypted; missing in files of the first versions.
    private let challenge: (box: [UInt8], nonce: [UInt8])?

    private static let saltCount = 16
    /// The app's cost, in bytes.
    private static let defaultMemory: Int64 = 268_435_456

    var hasChallenge: Bool { challenge != nil }

    /// - Parameter values: the values of the group `master-key`.
    /// - Throws: ``SourceError`` with `corrupt`, or with `unsupported-version` for an unknown key derivation.
    init(_ values: [String: String]) throws(SourceError) {
        func number(_ name: String) -> Int64? { values[name].flatMap { Optional(.text($0)).whole } }
        switch number("algorithm") {
        case 1: variant = .i
        case 2: variant = .id
        default: throw SourceError(.unsupportedVersion, "its key derivation is unknown", .update)
        }
        guard number("length") == Int64(SecretBox.keyCount) else { throw .incomplete("length") }
        guard let passes = number("cpu").flatMap({ UInt32(exactly: $0) }) else { throw .incomplete("cpu") }
        let memory = values["memory"] == nil ? Self.defaultMemory : number("memory")
        guard let memory, memory >= 0 else { throw .incomplete("memory") }
        // Far above every limit if it does not fit.
        cost = KeyDerivation.Argon2Cost(passes: passes, memory: UInt32(clamping: memory >> 10), lanes: 1)
        guard let salt = values["salt"].flatMap({ Base64.decode($0) }), salt.count == Self.saltCount else {
            throw .incomplete("salt")
        }
        self.salt = salt
        guard let text = values["challenge"] else {
            challenge = nil
            return
        }
        guard let box = Base64.decode(text), box.count >= SecretBox.tagCount else { throw .incomplete("challenge") }
        guard let nonce = values["nonce"].flatMap({ Base64.decode($0) }), nonce.count == SecretBox.nonceCount else {
            throw .incomplete("nonce")
        }
        challenge = (box, nonce)
    }

    /// - Throws: ``SourceError`` with `wrong-password` if the challenge does not open to the passphrase, and with
    ///   `limit-exceeded`.
    func key(_ passphrase: Passphrase, _ limits: ImportLimits) throws(SourceError) -> SecureBytes {
        let key = try limits.argon2(
            variant, passphrase: passphrase, salt: salt, cost: cost, count: SecretBox.keyCount)
        guard let challenge else { return key }
        do throws(CryptoError) {
            let answer = try SecretBox.open(challenge.box, key: key, nonce: challenge.nonce)
            guard ConstantTime.areEqual(answer, passphrase.utf8) else { throw CryptoError.authenticationFailed }
        } catch { throw SourceError(cryptography: error) }
        return key
    }
}
