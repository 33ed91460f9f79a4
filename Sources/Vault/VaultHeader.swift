import CryptoPrimitives
import Encodings
import TOTPDomain

/// The readable part of a vault that is authenticated along with the payload.
///
/// It is kept as the JSON that it came as, so that fields of other programs stay and are authenticated, too.
struct VaultHeader {
    private(set) var json: JSONValue
    private(set) var nonce: [UInt8]
    private(set) var salt: [UInt8]
    private(set) var slots: [VaultSlot]

    static let cipher = "AES-256-GCM"

    /// A header without slots and with a fresh id.
    static func make(id: String) throws(VaultError) -> VaultHeader {
        var header = VaultHeader(
            json: .object(["cipher": .string(cipher), "id": .string(id)]), nonce: [], salt: [], slots: [])
        try header.drawPayloadKey()
        return header
    }

    private init(json: JSONValue, nonce: [UInt8], salt: [UInt8], slots: [VaultSlot]) {
        self.json = json
        self.nonce = nonce
        self.salt = salt
        self.slots = slots
    }

    /// Checks every field and limit.
    init(json: JSONValue) throws(VaultError) {
        let reader = FieldReader(json, path: "header")
        let cipher = try reader.string("cipher")
        guard cipher == Self.cipher else {
            throw .refused(field: "header.cipher", reason: "is “\(cipher.printable(limit: 32))”, not \(Self.cipher)")
        }
        _ = try reader.string("id")
        let payload = try reader.object("payload")
        let nonce = try payload.bytes("nonce", count: VaultLimits.nonceBytes)
        let salt = try payload.bytes("salt", count: VaultLimits.saltBytes)
        let list = try reader.array("slots")
        guard 1...VaultLimits.slots ~= list.count else {
            throw .refused(field: "header.slots", reason: "holds \(list.count) slots, not 1 to \(VaultLimits.slots)")
        }
        var slots: [VaultSlot] = []
        for slot in list { slots.append(try VaultSlot(slot)) }
        self.init(json: json, nonce: nonce, salt: salt, slots: slots)
        // A value that has no canonical form cannot be authenticated.
        _ = try canonical
    }

    /// Every save has a nonce and a salt of its own, so no key and nonce pair is used twice.
    mutating func drawPayloadKey() throws(VaultError) {
        do throws(CryptoError) {
            nonce = try RandomBytes.make(VaultLimits.nonceBytes)
            salt = try RandomBytes.make(VaultLimits.saltBytes)
        } catch { throw .cryptographyFailed(error.description) }
        var payload: [String: JSONValue] = [:]
        if case .object(let members) = json["payload"] { payload = members }
        payload["nonce"] = .string(StrictBase64.encode(nonce))
        payload["salt"] = .string(StrictBase64.encode(salt))
        setMember("payload", .object(payload))
    }

    mutating func setSlots(_ slots: [VaultSlot]) {
        self.slots = slots
        setMember("slots", .array(slots.map(\.json)))
    }

    private mutating func setMember(_ key: String, _ value: JSONValue) {
        guard case .object(var members) = json else { return }
        members[key] = value
        json = .object(members)
    }

    /// The key that the first fitting slot gives out, or nil where none opens.
    func masterKey(_ secret: VaultSlot.Secret) throws(VaultError) -> SecureBytes? {
        for slot in slots {
            if let key = try slot.unwrap(with: secret) { return key }
        }
        return nil
    }

    /// The associated data of the payload, and the form in which the header is written.
    var canonical: [UInt8] {
        get throws(VaultError) { try CanonicalJSON.encode(json, path: "header") }
    }
}
