import CryptoPrimitives
import Encodings
import TOTPDomain

/// The encryption of an Aegis vault: a master key, wrapped once for each way to open it.
struct AegisEncryption {
    let header: AegisFile.Header

    /// - parameter text: base64.
    /// - returns: the content's JSON.
    func open(_ text: String, _ request: ImportRequest) throws(SourceError) -> [UInt8] {
        let slots = (header.slots ?? []).compactMap(\.value).filter { $0.type == 1 }
        guard !slots.isEmpty else {
            throw SourceError(
                .accountRestricted,
                "the vault opens with biometrics alone; set a passphrase in Aegis and export it again")
        }
        guard let passphrase = request.passphrase else { throw .passphraseRequired }
        guard let parameters = header.params, let sealed = Base64Text.decode(Array(text.utf8)) else {
            throw Self.damaged
        }
        for slot in slots {
            let wrapping = try key(of: slot, passphrase, request.limits)
            do throws(CryptoError) {
                let master = try Self.open(try Self.bytes(slot.key), key: wrapping, slot.keyParameters)
                return try Self.open(sealed, key: master, parameters).copied()
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

    /// The tag stands apart from the ciphertext.
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

    private static func hex(_ text: String) -> [UInt8]? { ASCII.bytes(hex: Array(text.utf8).span) }

    private static var damaged: SourceError {
        SourceError(.corrupt, "the file is damaged: its header is not complete; export it again")
    }
}
