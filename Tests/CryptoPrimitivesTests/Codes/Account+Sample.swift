import SecureMemory
import TOTPDomain

extension Account {
    /// An account in which only the parts that determine its codes matter.
    static func account(secret: [UInt8], _ parameters: OTPParameters, pin: String = "") throws -> Account {
        Account(
            issuer: "Example", name: "alice", secret: try OTPSecret(bytes: secret), parameters: parameters,
            pin: OTPPin(pin))
    }

    /// The same account with its secret and its PIN in locked memory.
    var locked: Account {
        get throws {
            var item = self
            item.secret = try OTPSecret(locked: LockedBytes(copying: secret.bytes))
            item.pin = pin.flatMap { OTPPin(locked: LockedBytes(copying: $0.text.utf8)) }
            return item
        }
    }
}
