import CryptoPrimitives
import Encodings
import TOTPDomain

/// The unencrypted part of a vault, which is authenticated together with the payload.
///
/// It keeps the JSON that it was read from, so that the fields of other programs are kept and authenticated as well.
struct VaultHeader {
    private(set) var json: OrderedJSON
    let id: String
    private(set) var nonce, salt: [UInt8]
    private(set) var slots: [VaultSlot]

    static let cipher = "AES-256-GCM"

    /// A header without slots and with a fresh id.
    static func make(id: String) throws(VaultError) -> VaultHeader {
        var header = VaultHeader(
            json: .object(["cipher": .string(cipher), "id": .string(id)]), id: id, nonce: [], salt: [], slots: [])
        try header.drawPayloadKey()
        return header
    }

    private init(json: OrderedJSON, id: String, nonce: [UInt8], salt: [UInt8], slots: [VaultSlot]) {
        (self.json, self.id, self.nonce) = (json, id, nonce)
        (self.salt, self.slots) = (salt, slots)
    }

    /// Checks every field and limit.
    init(_ reader: FieldReader) throws(VaultError) {
        let cipher = try reader.string("cipher")
        guard cipher == Self.cipher else {
            throw reader.refusal("cipher", "is \"\(cipher.printable(limit: 32))\", not \(Self.cipher)")
        }
        let id = try reader.uuid("id").uuidString
        let payload = try reader.object("payload")
        let nonce = try payload.bytes("nonce", count: VaultLimits.nonceBytes)
        let salt = try payload.bytes("salt", count: VaultLimits.saltBytes)
        let list = try reader.array("slots")
        guard 1...Limit.vaultSlots ~= list.count else {
            throw reader.refusal("slots", "has \(list.count) slots, not 1 to \(Limit.vaultSlots)")
        }
        let slots = try list.indices.map { (index) throws(VaultError) in try VaultSlot(list.object(at: index)) }
        // Each slot is within its limits by now, so the sum cannot overflow.
        guard slots.reduce(0, { $0 + $1.work }) <= Limit.scryptWork else {
            throw reader.refusal(
                "slots", "ask for more than 2^\(Limit.scryptWork.trailingZeroBitCount) in all (n · r · p)")
        }
        self.init(json: try reader.tree(), id: id, nonce: nonce, salt: salt, slots: slots)
        // A value that has no canonical form cannot be authenticated.
        _ = try canonical
    }

    /// Generates a new nonce and salt for each save, so no pair of key and nonce is used twice.
    mutating func drawPayloadKey() throws(VaultError) {
        do throws(CryptoError) {
            nonce = try RandomBytes.make(VaultLimits.nonceBytes)
            salt = try RandomBytes.make(VaultLimits.saltBytes)
        } catch { throw .cryptographyFailed(error.description) }
        var payload = json["payload"] ?? .object([])
        payload["nonce"] = .string(Base64.encode(nonce))
        payload["salt"] = .string(Base64.encode(salt))
        json["payload"] = payload
    }

    mutating func setSlots(_ slots: [VaultSlot]) {
        self.slots = slots
        json["slots"] = .array(slots.map(\.json))
    }

    /// Whether the same vault opens with other passphrases or codes there.
    func hasOtherSlots(than other: VaultHeader) -> Bool {
        id == other.id && Set(slots.map(\.id)) != Set(other.slots.map(\.id))
    }

    /// The secrets to try on the vault, in order: a recovery code is also accepted in place of a passphrase.
    func attempts(with secret: VaultSlot.Secret) -> [VaultSlot.Secret] {
        guard case .passphrase(let typed) = secret, slots.contains(where: \.isRecovery), RecoveryCode.looksTyped(typed),
            let code = try? RecoveryCode(typed: typed)
        else { return [secret] }
        return [.recovery(code), secret]
    }

    /// Why the vault does not open, if all attempts fail.
    func failure(with secret: VaultSlot.Secret) -> VaultError {
        guard case .passphrase(let typed) = secret else { return .wrongRecoveryCode }
        guard slots.contains(where: \.isRecovery) else { return .wrongPassphrase }
        guard RecoveryCode.looksTyped(typed) else { return .wrongPassphraseOrCode }
        return attempts(with: secret).count > 1 ? .wrongRecoveryCode : .malformedRecoveryCode
    }

    /// The master key from the first slot that opens; nil if no slot opens.
    func masterKey(_ secret: VaultSlot.Secret) throws(VaultError) -> SecureBytes? {
        for slot in slots {
            if let key = try slot.unwrap(with: secret) { return key }
        }
        return nil
    }

    /// The associated data of the payload; the header is written in this form.
    var canonical: [UInt8] {
        get throws(VaultError) {
            do throws(CanonicalJSONError) { return try json.canonical(isASCIIOnly: true) } catch {
                let field = error.path.isEmpty ? "header" : "header.\(error.path.printable(limit: Limit.shownName))"
                throw .refused(field: field, reason: error.reason.rawValue)
            }
        }
    }
}
