import CryptoPrimitives
import Encodings
import TOTPDomain

@testable import Vault

/// A vault written from the specification, for contents that the program would not write.
struct HandmadeVault {
    /// In addition to `format`, `version`, `header` and `ciphertext`.
    var envelopeExtras: [String: JSONValue] = [:]
    /// In addition to `cipher`, `id`, `payload` and `slots`.
    var headerExtras: [String: JSONValue] = [:]
    /// In addition to the fields of the only slot.
    var slotExtras: [String: JSONValue] = [:]
    var plaintext: [UInt8]

    init(plaintext: [UInt8]) { self.plaintext = plaintext }

    init(_ content: JSONValue) throws { plaintext = try content.encoded() }

    private static let salt = [UInt8](repeating: 0x51, count: 32)
    private static let nonce = [UInt8](repeating: 0xA7, count: 12)
    private static let slotID = "9E1D2A7E-0000-4000-A000-000000000002"

    /// The vault of ``Passphrase/fixture``.
    func bytes() throws -> [UInt8] {
        let masterKey = SecureBytes(copying: [UInt8](repeating: 0x4B, count: 32))
        let slotKey = try KeyDerivation.scrypt(
            passphrase: Passphrase.fixture.utf8, salt: Self.salt, cost: .cheap, count: 32)
        let wrappedKey = try AESGCM.seal(
            masterKey, key: slotKey, nonce: Self.nonce, associatedData: Array("totply-vault/1/slot/\(Self.slotID)".utf8)
        )
        let slot: [String: JSONValue] = [
            "id": .string(Self.slotID), "type": "passphrase", "nonce": Self.base64(Self.nonce),
            "wrappedKey": Self.base64(wrappedKey),
            "kdf": ["name": "scrypt", "n": 2, "r": 1, "p": 1, "salt": Self.base64(Self.salt)],
        ]
        let header: [String: JSONValue] = [
            "cipher": "AES-256-GCM", "id": "5B0C2A7E-0000-4000-A000-000000000001",
            "payload": ["nonce": Self.base64(Self.nonce), "salt": Self.base64(Self.salt)],
            "slots": [.object(slot.merging(slotExtras) { $1 })],
        ]
        let fullHeader = JSONValue.object(header.merging(headerExtras) { $1 })
        let ciphertext = try AESGCM.seal(
            SecureBytes(copying: plaintext), key: try Self.payloadKey(masterKey, salt: Self.salt), nonce: Self.nonce,
            associatedData: try fullHeader.ordered().canonical())
        let envelope: [String: JSONValue] = [
            "format": "totply-vault", "version": 1, "header": fullHeader, "ciphertext": Self.base64(ciphertext),
        ]
        return try JSONValue.object(envelope.merging(envelopeExtras) { $1 }).encoded()
    }

    /// The plaintext of a vault of ``Passphrase/fixture``, by its first slot, padding included.
    static func plaintext(of bytes: [UInt8]) throws -> [UInt8] {
        let vault = try JSONValue(parsing: bytes)
        let slot = vault[path: "header.slots.0"]
        guard case .integer(let n) = slot?[path: "kdf.n"], case .integer(let r) = slot?[path: "kdf.r"],
            case .integer(let p) = slot?[path: "kdf.p"], case .string(let id) = slot?["id"],
            let header = vault["header"]
        else { throw VaultError.notAVault(reason: "no passphrase slot") }
        let slotKey = try KeyDerivation.scrypt(
            passphrase: Passphrase.fixture.utf8, salt: decoded(slot?[path: "kdf.salt"]),
            cost: KeyDerivation.ScryptCost(n: UInt64(n), r: UInt64(r), p: UInt64(p)), count: 32)
        let masterKey = try AESGCM.open(
            decoded(slot?["wrappedKey"]), key: slotKey, nonce: decoded(slot?["nonce"]),
            associatedData: Array("totply-vault/1/slot/\(id)".utf8))
        let plaintext = try AESGCM.open(
            decoded(vault["ciphertext"]), key: try payloadKey(masterKey, salt: decoded(header[path: "payload.salt"])),
            nonce: decoded(header[path: "payload.nonce"]),
            associatedData: try header.ordered().canonical())
        return plaintext.withBytes { Array($0) }
    }

    private static func payloadKey(_ masterKey: borrowing SecureBytes, salt: [UInt8]) throws -> SecureBytes {
        try KeyDerivation.hkdfSHA256(key: masterKey, salt: salt, info: Array("totply-vault/1/payload".utf8), count: 32)
    }

    static func base64(_ bytes: [UInt8]) -> JSONValue { .string(Base64.encode(bytes)) }

    private static func decoded(_ value: JSONValue?) -> [UInt8] {
        if case .string(let text) = value { Base64.decodeStrictly(text) ?? [] } else { [] }
    }
}
