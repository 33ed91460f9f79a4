import TOTPDomain

extension Account {
    /// An account in which only the parts that determine its codes matter.
    static func account(secret: [UInt8], _ parameters: OTPParameters, pin: String = "") throws -> Account {
        Account(
            issuer: "Example", name: "alice", secret: try OTPSecret(bytes: secret), parameters: parameters,
            pin: OTPPin(pin))
    }
}
