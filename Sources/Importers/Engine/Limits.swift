import Encodings

extension Limit {
    static let xmlElements = 1 << 18
    static let derivationLanes = 64
    static let scryptLanes = 64
    static let sessionKeys = 8
    static let openPGPPackets = 256
    static let openPGPNesting = 4
}
