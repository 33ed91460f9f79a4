import Encodings

extension Limit {
    static let javaPairs = 100_000
    static let qtKeys = 100
    static let authySalts = 10_000
    static let openAuthenticatorSalts = 32
    static let extensionKeys = 16
    static let freeOTPKeys = 64
}
