import Encodings

extension Limit {
    package static let yaml = 1 << 23
    package static let settings = 1 << 20
    package static let javaPairs = 100_000
    package static let xmlElements = 1 << 18
    package static let qtKeys = 100
    package static let derivationLanes = 64
    package static let scryptLanes = 64
    package static let authySalts = 10_000
    package static let openAuthenticatorSalts = 32
    package static let extensionKeys = 16
    package static let freeOTPKeys = 64
    package static let sessionKeys = 8
    package static let openPGPPackets = 256
    package static let openPGPNesting = 4
    package static let databaseContent = 128 << 20
    package static let databaseRatio = 32
    package static let databaseHarmless = 32 << 20
}
