import CryptoPrimitives
import Encodings
import FormatEngine
import TOTPDomain

/// The encryption of an Aegis vault: a master key, encrypted once for each way to open it.
struct AegisEncryption {
    private let slots: [Slot]
    /// nil if the header has slots only.
    private let parameters: Parameters?

    /// The costs of the app's own slots.
    private static let cost = KeyDerivation.ScryptCost(n: 32_768, r: 8, p: 1)
    private static let saltCount = 32

    /// The nonce and the tag of a ciphertext, hexadecimal; the tag is not part of the ciphertext.
    private struct Parameters {
        let nonce, tag: String
    }

    /// A key that encrypts the master key, of the type that a passphrase opens; 0 is raw, 2 biometric.
    private struct Slot {
        static let type = 1

        /// The encrypted master key, hexadecimal.
        let key: String
        let parameters: Parameters
        let cost: KeyDerivation.ScryptCost?
        let salt: [UInt8]?

        init?(_ value: JSONValue) throws(SourceError) {
            let box = try value.member("key_params")
            guard try value.member("type")?.integer == Int64(Self.type), let key = try value.member("key")?.string,
                let nonce = try box?.member("nonce")?.string, let tag = try box?.member("tag")?.string
            else { return nil }
            self.key = key
            parameters = Parameters(nonce: nonce, tag: tag)
            let costs = try ["n", "r", "p"].map { (name) throws(SourceError) in
                try value.member(name)?.integer.flatMap { UInt64(exactly: $0) }
            }
            if let n = costs[0], let r = costs[1], let p = costs[2] {
                cost = KeyDerivation.ScryptCost(n: n, r: r, p: p)
            } else {
                cost = nil
            }
            salt = (try value.member("salt")?.string).flatMap { Hex.decode($0) }
        }
    }

    /// - Returns: nil if the header belongs to a plain file.
    init?(_ header: JSONFile) throws(SourceError) {
        let list = try header.value("slots") == nil ? nil : header.list("slots")
        let parameters = try header.value("params") == nil ? nil : header.object("params")
        if list == nil, parameters == nil { return nil }
        slots = try (list ?? .empty).map { (slot) throws(SourceError) in try Slot(slot) }.compactMap { $0 }
        self.parameters = try parameters.map { (object) throws(SourceError) in
            Parameters(nonce: try object.string("nonce"), tag: try object.string("tag"))
        }
    }

    /// - Parameter text: base64.
    /// - Returns: the content's JSON.
    func open(
        _ text: String, _ passphrase: Passphrase?, _ limits: ImportLimits
    ) throws(SourceError) -> [UInt8] {
        guard !slots.isEmpty else {
            throw SourceError(
                .accountRestricted, "only biometrics open this vault", "set a passphrase in Aegis and export it again")
        }
        guard let passphrase else { throw .passphraseRequired }
        guard let parameters, let ciphertext = Base64.decode(text) else { throw Self.damaged }
        for slot in slots {
            guard let cost = slot.cost, let salt = slot.salt else { throw Self.damaged }
            let slotKey = try limits.scrypt(passphrase: passphrase, salt: salt, cost: cost)
            let content = try SourceError.decryptingUnlessWrong(
                Self.open(
                    ciphertext, key: Self.open(Self.bytes(slot.key), key: slotKey, slot.parameters), parameters
                ).copied())
            if let content { return content }
        }
        throw .wrongPassphrase
    }

    private static func open(
        _ ciphertext: [UInt8], key: borrowing SecureBytes, _ parameters: Parameters
    ) throws(CryptoError) -> SecureBytes {
        let tag = try bytes(parameters.tag), nonce = try bytes(parameters.nonce)
        return try AESGCM.open(ciphertext + tag, key: key, nonce: nonce, associatedData: [])
    }

    private static func bytes(_ text: String) throws(CryptoError) -> [UInt8] {
        guard let bytes = Hex.decode(text) else { throw .invalidParameter("a key, nonce or tag is not hexadecimal") }
        return bytes
    }

    private static let damaged = SourceError.damaged("its header is incomplete")
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
        let slotKey = try ExportError.encrypting(
            KeyDerivation.scrypt(passphrase: passphrase.utf8, salt: salt, cost: cost, count: AESGCM.keyCount))
        let (wrapped, slotParameters) = try seal(master, key: slotKey, random)
        let (ciphertext, parameters) = try seal(SecureBytes(copying: content), key: master, random)
        let slot = OrderedJSON.object([
            "type": .integer(Slot.type),
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
    static var plainHeader: OrderedJSON { .object(["slots": .null, "params": .null]) }

    /// The tag is not part of the ciphertext.
    private static func seal(
        _ plaintext: borrowing SecureBytes, key: borrowing SecureBytes, _ random: any RandomSource
    ) throws(ExportError) -> (ciphertext: [UInt8], parameters: OrderedJSON) {
        let nonce = try random.bytes(AESGCM.nonceCount)
        let encrypted = try ExportError.encrypting(
            AESGCM.seal(plaintext, key: key, nonce: nonce, associatedData: []))
        let parameters = OrderedJSON.object([
            "nonce": .string(Hex.encode(nonce)),
            "tag": .string(Hex.encode(encrypted.suffix(AESGCM.tagCount))),
        ])
        return (Array(encrypted.dropLast(AESGCM.tagCount)), parameters)
    }
}
