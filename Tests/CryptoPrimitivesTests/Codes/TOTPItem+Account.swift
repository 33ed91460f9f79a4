import TOTPDomain

extension TOTPItem {
    /// An account of which only what makes its codes matters.
    static func account(secret: [UInt8], _ parameters: OTPParameters, pin: String = "") throws -> TOTPItem {
        TOTPItem(
            issuer: "Example", name: "alice", secret: try OTPSecret(bytes: secret), parameters: parameters,
            pin: OTPPin(pin))
    }
}
