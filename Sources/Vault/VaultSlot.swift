import CryptoPrimitives
import Encodings
import Platform
import SecureMemory
import TOTPDomain

/// One way to open a vault: the master key, wrapped in a key made from a passphrase or a recovery code.
struct VaultSlot {
    let id: String
    let kind: Kind
    private let nonce, wrappedKey: [UInt8]
    let json: OrderedJSON

    enum Kind {
        case passphrase(cost: KeyDerivation.ScryptCost, salt: [UInt8])
        case recovery(salt: [UInt8])
    }

    var isRecovery: Bool { if case .recovery = kind { true } else { false } }

    /// The work of the key derivation: n · r · p of scrypt.
    var work: UInt64 { if case .passphrase(let cost, _) = kind { cost.n * cost.r * cost.p } else { 0 } }

    /// Checks every field and limit.
    init(_ reader: FieldReader) throws(VaultError) {
        id = try reader.uuid("id").uuidString
        nonce = try reader.bytes("nonce", count: VaultLimits.nonceBytes)
        wrappedKey = try reader.bytes("wrappedKey", count: VaultLimits.wrappedKeyBytes)
        let kdf = try reader.object("kdf")
        let (type, name) = (try reader.string("type"), try kdf.string("name"))
        let salt = try kdf.bytes("salt", count: VaultLimits.saltBytes)
        switch (type, name) {
        case ("passphrase", "scrypt"): kind = .passphrase(cost: try Self.cost(kdf, of: reader), salt: salt)
        case ("recovery", "hkdf-sha256"): kind = .recovery(salt: salt)
        case ("passphrase", _), ("recovery", _):
            throw kdf.refusal("name", "\"\(name.printable(limit: 32))\" is unknown for a slot of type \(type)")
        default: throw reader.refusal("type", "\"\(type.printable(limit: 32))\" is unknown")
        }
        json = try reader.tree()
    }

    private static func cost(_ kdf: FieldReader, of reader: FieldReader) throws(VaultError) -> KeyDerivation.ScryptCost
    {
        let (n, r, p) = (try kdf.integer("n"), try kdf.integer("r"), try kdf.integer("p"))
        guard n > 1, n & (n - 1) == 0 else { throw kdf.refusal("n", "is \(n), not a power of two above 1") }
        guard n <= Limit.scryptN else {
            throw kdf.refusal("n", "is \(n), over 2^\(Limit.scryptN.trailingZeroBitCount)")
        }
        guard 1...Int64(Limit.scryptR) ~= r else { throw kdf.refusal("r", "is \(r), not 1 to \(Limit.scryptR)") }
        guard 1...Int64(Limit.scryptP) ~= p else { throw kdf.refusal("p", "is \(p), not 1 to \(Limit.scryptP)") }
        // RFC 7914 requires this, and libcrypto checks it.
        guard r > 1 || n < 1 << 16 else { throw kdf.refusal("n", "is \(n), too large for an r of 1") }
        let cost = KeyDerivation.ScryptCost(n: UInt64(n), r: UInt64(r), p: UInt64(p))
        guard let memory = cost.memory, memory <= Limit.scryptMemory else {
            throw reader.refusal("kdf", "asks for more than \(Limit.scryptMemory >> 30) GiB of memory")
        }
        return cost
    }

    // MARK: - Wrapping

    /// The secret that opens a slot.
    enum Secret {
        case passphrase(Passphrase)
        case recovery(RecoveryCode)
    }

    /// The master key, or nil if the secret is of another kind than the slot or does not open it.
    func unwrap(with secret: Secret) throws(VaultError) -> SecureBytes? {
        do throws(CryptoError) {
            guard let key = try Self.slotKey(kind, secret) else { return nil }
            return try AESGCM.open(wrappedKey, key: key, nonce: nonce, associatedData: Self.associatedData(id))
        } catch {
            if error == .authenticationFailed { return nil }
            throw .cryptographyFailed(error.description)
        }
    }

    /// A new slot for the master key.
    static func make(
        _ secret: Secret, cost: KeyDerivation.ScryptCost, masterKey: borrowing SecureBytes
    ) throws(VaultError) -> VaultSlot {
        let id = UUID().uuidString
        let slot: OrderedJSON
        do throws(CryptoError) {
            let salt = try RandomBytes.make(VaultLimits.saltBytes)
            let nonce = try RandomBytes.make(VaultLimits.nonceBytes)
            let (type, kind, kdf): (OrderedJSON, Kind, OrderedJSON) =
                switch secret {
                case .passphrase: ("passphrase", .passphrase(cost: cost, salt: salt), json(cost, salt))
                case .recovery:
                    ("recovery", .recovery(salt: salt), .object(["name": "hkdf-sha256", "salt": base64(salt)]))
                }
            guard let key = try slotKey(kind, secret) else { throw CryptoError.operationFailed("a slot key") }
            let wrapped = try AESGCM.seal(masterKey, key: key, nonce: nonce, associatedData: associatedData(id))
            slot = .object([
                "id": .string(id), "type": type, "kdf": kdf, "nonce": base64(nonce), "wrappedKey": base64(wrapped),
            ])
        } catch { throw .cryptographyFailed(error.description) }
        return try VaultSlot(FieldReader(slot, in: .envelope, path: "slot"))
    }

    private static func json(_ cost: KeyDerivation.ScryptCost, _ salt: [UInt8]) -> OrderedJSON {
        .object([
            "name": "scrypt", "n": .integer(Int64(clamping: cost.n)), "r": .integer(Int64(clamping: cost.r)),
            "p": .integer(Int64(clamping: cost.p)), "salt": base64(salt),
        ])
    }

    private static func base64(_ bytes: [UInt8]) -> OrderedJSON { .string(Base64.encode(bytes)) }

    private static func slotKey(_ kind: Kind, _ secret: Secret) throws(CryptoError) -> SecureBytes? {
        switch (kind, secret) {
        case (.passphrase(let cost, let salt), .passphrase(let passphrase)):
            return try KeyDerivation.scrypt(passphrase: passphrase.normalized, salt: salt, cost: cost, count: 32)
        case (.recovery(let salt), .recovery(let code)):
            return try KeyDerivation.hkdfSHA256(
                key: SecureBytes(copying: code.bytes), salt: salt, info: Array("totply-vault/1/recovery".utf8),
                count: 32)
        case (.passphrase, .recovery), (.recovery, .passphrase): return nil
        }
    }

    private static func associatedData(_ id: String) -> [UInt8] { Array("totply-vault/1/slot/\(id)".utf8) }
}

extension Passphrase {
    /// The bytes that keys are derived from: UTF-8 in Unicode Normalization Form C, so that `é` typed as one character
    /// or as two is the same. Bytes that are not valid UTF-8 stay as they are.
    var normalized: LockedBytes {
        guard !utf8.allSatisfy({ $0 < 0x80 }), let text else { return utf8 }
        return LockedBytes(copying: text.composed.utf8)
    }
}
