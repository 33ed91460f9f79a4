import Encodings

extension Limit {
    package static let vaultSlots = 32
    package static let scryptN = 1 << 20
    package static let scryptR = 16
    package static let scryptP = 8
    package static let scryptMemory = 1 << 30
    package static let scryptWork = 1 << 25
}
