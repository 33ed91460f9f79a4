/// The limits of a vault file before its tag is verified (`Docs/vault-format`, Reading safely).
enum VaultLimits {
    static let fileBytes = 64 << 20
    static let slots = 32
    static let scryptN: Int64 = 1 << 20
    static let scryptR: Int64 = 16
    static let scryptP: Int64 = 8
    static let scryptMemory: UInt64 = 1 << 30
    /// n · r · p, summed over all slots.
    static let scryptWork: UInt64 = 1 << 25
    static let saltBytes = 32
    static let nonceBytes = 12
    static let wrappedKeyBytes = 48
    /// The plaintext is padded to a multiple of this.
    static let paddingBytes = 4096
}
