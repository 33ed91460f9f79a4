import CryptoPrimitives
import Encodings
import TOTPDomain

/// The encryption of an Aegis vault: a master key, encrypted once for each way to open it.
package struct AegisEncryption {
    private let header: AegisFile.Header

    /// The costs of the app's own slots.
    private static let cost = KeyDerivation.ScryptCost(n: 32_768, r: 8, p: 1)
    private static let saltCount = 32

    package init(_ header: AegisFile.Header) { self.header = header }

    /// - Parameter text: base64.
    /// - Returns: the content's JSON.
    package func open(
        _ text: String, _ passphrase: Passphrase?, _ limits: ImportLimits
    ) throws(SourceError) -> [UInt8] {
        let slots = (header.slots?.compactMap(\.value) ?? []).filter { $0.type == AegisFile.Slot.passphraseType }
        guard !slots.isEmpty else {
            throw SourceError(
                .accountRestricted, "only biometrics open this vault", "set a passphrase in Aegis and export it again")
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
            } catch { throw SourceError(cryptography: error) }
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
        SourceError.damaged("its header is incomplete")
    }
}

extension AegisEncryption {
    /// Encrypts content under a new master key, with one slot for a passphrase.
    ///
    /// - Parameter content: JSON.
    /// - Returns: the header, and the ciphertext in base64.
    package static func seal(
        _ content: [UInt8], _ passphrase: Passphrase, _ random: any RandomSource
    ) throws(ExportError) -> (header: OrderedJSON, text: String) {
        let master = SecureBytes(copying: try random.bytes(AESGCM.keyCount))
        let salt = try random.bytes(saltCount)
        let slotKey = try ExportError.encrypting { () throws(CryptoError) in
            try KeyDerivation.scrypt(passphrase: passphrase.utf8, salt: salt, cost: cost, count: AESGCM.keyCount)
        }
        let (wrapped, slotParameters) = try seal(master, key: slotKey, random)
        let (ciphertext, parameters) = try seal(SecureBytes(copying: content), key: master, random)
        let slot = OrderedJSON.object([
            "type": .integer(AegisFile.Slot.passphraseType),
            "uuid": .string(try random.identifier()),
            "key": .string(Hex.encode(wrapped)),
            "key_params": slotParameters,
            "n": .integer(Int64(cost.n)),
            "r": .integer(Int64(cost.r)),
            "p": .integer(Int64(cost.p)),
            "salt": .string(Hex.encode(salt)),
            // Old versions derived the keys of long passphrases in another way.
            "repaired": true,
            "is_backup": false,
        ])
        return (.object(["slots": .array([slot]), "params": parameters]), Base64.encode(ciphertext))
    }

    /// The header of a file that is not encrypted.
    package static var plainHeader: OrderedJSON { .object(["slots": .null, "params": .null]) }

    /// The tag is not part of the ciphertext.
    private static func seal(
        _ plaintext: borrowing SecureBytes, key: borrowing SecureBytes, _ random: any RandomSource
    ) throws(ExportError) -> (ciphertext: [UInt8], parameters: OrderedJSON) {
        let nonce = try random.bytes(AESGCM.nonceCount)
        let encrypted: [UInt8]
        do throws(CryptoError) {
            encrypted = try AESGCM.seal(plaintext, key: key, nonce: nonce, associatedData: [])
        } catch { throw ExportError(error) }
        let parameters = OrderedJSON.object([
            "nonce": .string(Hex.encode(nonce)),
            "tag": .string(Hex.encode(encrypted.suffix(AESGCM.tagCount))),
        ])
        return (Array(encrypted.dropLast(AESGCM.tagCount)), parameters)
    }
}
