import Encodings

extension Limit {
    package static let javaPairs = 100_000
    package static let qtKeys = 100
    package static let authySalts = 10_000
    package static let openAuthenticatorSalts = 32
    package static let extensionKeys = 16
    package static let freeOTPKeys = 64
}
