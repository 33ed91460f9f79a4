import CryptoPrimitives
import Encodings
import TOTPDomain

/// A hash of Argon2id as the PHC string format writes it: `$argon2id$v=19$m=19456,t=2,p=1$SALT$HASH`.
struct Argon2Hash: Sendable {
    let cost: KeyDerivation.Argon2Cost
    private let salt: [UInt8]
    private let hash: [UInt8]

    /// The values that Argon2 and its library accept.
    private static let minimumSaltCount = 8
    private static let hashCounts = 4...1024

    /// - Returns: nil for another function, another version than 1.3, and impossible values.
    init?(_ text: String) {
        let parts = text.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0].isEmpty, parts[1] == "argon2id", parts[2] == "v=19",
            let cost = Self.cost(parts[3]), let salt = Base64.decode(String(parts[4])),
            salt.count >= Self.minimumSaltCount, let hash = Base64.decode(String(parts[5])),
            Self.hashCounts ~= hash.count
        else { return nil }
        (self.cost, self.salt, self.hash) = (cost, salt, hash)
    }

    private static func cost(_ text: Substring) -> KeyDerivation.Argon2Cost? {
        var numbers: [Substring: UInt32] = [:]
        for part in text.split(separator: ",") {
            let pair = part.split(separator: "=", omittingEmptySubsequences: false)
            guard pair.count == 2, let number = UInt32(pair[1]) else { return nil }
            numbers[pair[0]] = number
        }
        guard let memory = numbers["m"], let passes = numbers["t"], let lanes = numbers["p"], passes > 0, lanes > 0,
            UInt64(memory) >= UInt64(lanes) * 8
        else { return nil }
        return KeyDerivation.Argon2Cost(passes: passes, memory: memory, lanes: lanes)
    }

    /// - Throws: ``SourceError`` with `limit-exceeded`.
    func verifies(_ passphrase: Passphrase, _ limits: ImportLimits) throws(SourceError) -> Bool {
        let key = try limits.argon2(.id, passphrase: passphrase, salt: salt, cost: cost, count: hash.count)
        return ConstantTime.areEqual(key.copied(), hash)
    }

    /// The hash of a passphrase, as text.
    static func make(
        of passphrase: Passphrase, salt: [UInt8], cost: KeyDerivation.Argon2Cost
    ) throws(CryptoError) -> String {
        let hash = try KeyDerivation.argon2(.id, passphrase: passphrase.utf8, salt: salt, cost: cost, count: 32)
        return "$argon2id$v=19$m=\(cost.memory),t=\(cost.passes),p=\(cost.lanes)"
            + "$\(Base64.encodeUnpadded(salt))$\(Base64.encodeUnpadded(hash.copied()))"
    }
}
