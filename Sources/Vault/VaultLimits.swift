import Encodings

/// The limits of a vault file before its tag is verified (`Docs/vault-format`, Reading safely).
enum VaultLimits {
    static let fileBytes = Limit.vault.value
    static let slots = Limit.vaultSlots.value
    static let scryptN = Int64(Limit.scryptN.value)
    static let scryptR = Int64(Limit.scryptR.value)
    static let scryptP = Int64(Limit.scryptP.value)
    static let scryptMemory = UInt64(Limit.scryptMemory.value)
    /// n · r · p, summed over all slots.
    static let scryptWork = UInt64(Limit.scryptWork.value)
    static let saltBytes = 32
    static let nonceBytes = 12
    static let wrappedKeyBytes = 48
    /// The plaintext is padded to a multiple of this.
    static let paddingBytes = 4096
}
