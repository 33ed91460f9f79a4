import CryptoPrimitives
import Encodings
import TOTPDomain

/// The encryption of an Aegis vault: a master key, encrypted once for each way to open it.
package struct AegisEncryption {
    private let header: AegisFile.Header

    package init(_ header: AegisFile.Header) { self.header = header }

    /// - Parameter text: base64.
    /// - Returns: the content's JSON.
    package func open(
        _ text: String, _ passphrase: Passphrase?, _ limits: ImportLimits
    ) throws(SourceError) -> [UInt8] {
        let slots = (header.slots ?? []).compactMap(\.value).filter { $0.type == 1 }
        guard !slots.isEmpty else {
            throw SourceError(
                .accountRestricted,
                "only biometrics open this vault; set a passphrase in Aegis and export it again")
        }
        guard let passphrase else { throw .passphraseRequired }
        guard let parameters = header.params, let ciphertext = Base64.decode(text) else {
            throw Self.damaged
        }
        for slot in slots {
            let slotKey = try key(of: slot, passphrase, limits)
            do throws(CryptoError) {
                let master = try Self.open(try Self.bytes(slot.key), key: slotKey, slot.keyParameters)
                return try Self.open(ciphertext, key: master, parameters).copied()
            } catch  where error == .authenticationFailed {
                continue
            } catch {
                throw SourceError(cryptography: error)
            }
        }
        throw .wrongPassphrase
    }

    private func key(
        of slot: AegisFile.Slot, _ passphrase: Passphrase, _ limits: ImportLimits
    ) throws(SourceError) -> SecureBytes {
        guard let n = slot.n, let r = slot.r, let p = slot.p, let salt = slot.salt.flatMap(Self.hex) else {
            throw Self.damaged
        }
        return try limits.scrypt(
            passphrase: passphrase, salt: salt, cost: KeyDerivation.ScryptCost(n: n, r: r, p: p))
    }

    /// The tag is not part of the ciphertext.
    private static func open(
        _ ciphertext: [UInt8], key: borrowing SecureBytes, _ parameters: AegisFile.Parameters
    ) throws(CryptoError) -> SecureBytes {
        let tag = try bytes(parameters.tag), nonce = try bytes(parameters.nonce)
        return try AESGCM.open(ciphertext + tag, key: key, nonce: nonce, associatedData: [])
    }

    private static func bytes(_ text: String) throws(CryptoError) -> [UInt8] {
        guard let bytes = hex(text) else { throw .invalidParameter("a key, nonce or tag is not hexadecimal") }
        return bytes
    }

    private static func hex(_ text: String) -> [UInt8]? { Hex.decode(text) }

    private static var damaged: SourceError {
        SourceError(.corrupt, "the file is damaged: its header is incomplete; export it again")
    }
}
