extension Limit {
    package static let vault = Limit(
        "a vault", 64 << 20, .bytes, message: "larger than … MiB, the most that is read")
    package static let vaultSlots = Limit(
        "key slots of a vault", 32, message: "slots, not 1 to …")
    package static let scryptN = Limit(
        "scrypt's n of a key slot", 1 << 20, message: "is …, over 2^…")
    package static let scryptR = Limit(
        "scrypt's r of a key slot", 16, message: "is …, not 1 to …")
    package static let scryptP = Limit(
        "scrypt's p of a key slot", 8, message: "is …, not 1 to …")
    package static let scryptMemory = Limit(
        "memory of scrypt of a key slot", 1 << 30, .bytes, message: "asks for more than … GiB of memory")
    package static let scryptWork = Limit(
        "n · r · p of all key slots of a vault", 1 << 25, message: "ask for more than 2^… in all (n · r · p)",
        note: "32 slots of the usual cost, half a second each")
}
