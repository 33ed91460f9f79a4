import Encodings

extension Limit {
    package static let xmlElements = 1 << 18
    package static let derivationLanes = 64
    package static let scryptLanes = 64
    package static let sessionKeys = 8
    package static let openPGPPackets = 256
    package static let openPGPNesting = 4
}
