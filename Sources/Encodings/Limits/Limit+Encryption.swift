extension Limit {
    package static let derivationTime = Limit(
        "all key derivations of an input together (`--kdf-time`)", 10, .seconds,
        message: "the limit is … s; raise it with --kdf-time",
        note: "estimated from the costs in the file, so that every machine decides alike; for each passphrase that is "
            + "tried. From one second on, a line on the terminal says what is derived")
    package static let derivationMemory = Limit(
        "memory of a key derivation (`--kdf-memory`)", 1 << 30, .bytes,
        message: "MiB of memory, the limit is …; raise it with --kdf-memory",
        note: "some apps use this much: only here the memory of an input may exceed 512 MiB")
    package static let derivationLanes = Limit(
        "lanes of Argon2", 64, message: "its key derivation needs … lanes, the limit is …")
    package static let scryptLanes = Limit(
        "r · p of scrypt, except in vaults", 64, message: "the limit of r·p is …")
    package static let authySalts = Limit(
        "salts of a file of Authy", 10_000, message: "more than … different salts, the limit")
    package static let openAuthenticatorSalts = Limit(
        "salts of the accounts of a backup of Open Authenticator", 32,
        message: "its accounts have more than … different salts, the limit")
    package static let extensionKeys = Limit(
        "keys of a backup of the browser extension", 16, message: "keys, the limit is …")
    package static let freeOTPKeys = Limit(
        "master keys of FreeOTP backups that are tried on the other backups of a run", 64,
        note: "further ones open only their own backup")
    package static let sessionKeys = Limit(
        "passphrases of an OpenPGP message", 8, message: "the message has more than … passphrases, the limit")
    package static let openPGPPackets = Limit(
        "packets of an OpenPGP message", 256, message: "the OpenPGP message is damaged or cut off; export it again")
    package static let openPGPNesting = Limit(
        "compressed OpenPGP packets in each other", 4,
        message: "the OpenPGP message is damaged or cut off; export it again")
    package static let databaseContent = Limit(
        "unpacked bytes of a KDBX database", 128 << 20, .bytes,
        message: "the compressed data is larger than … MiB when unpacked")
    package static let databaseRatio = Limit(
        "unpacked size of a KDBX database for each byte of it", 32,
        message: "the compressed data is larger than … MiB when unpacked", note: "from the next size on")
    package static let databaseHarmless = Limit(
        "unpacked bytes of a KDBX database at any ratio", 32 << 20, .bytes, note: "above, the ratio applies")
}

/// How much of a key derivation one second is taken for: about half of what one core of a usual computer does.
package enum DerivationSpeed {
    /// Iterations of PBKDF2 that one key may need for each second of the limit, on any machine.
    package static let iterations = 1_000_000
    /// Iterations of PBKDF2 with a hash of up to 32 bytes, for each block of the key.
    package static let pbkdf2 = 3_000_000.0
    /// The same with SHA-384 and SHA-512.
    package static let longPBKDF2 = 1_500_000.0
    /// Rounds of AES-KDF.
    package static let aes = 20_000_000.0
    /// Bytes that Argon2 fills.
    package static let argon2 = Double(1 << 30)
    /// n · r · p of scrypt.
    package static let scrypt = Double(1 << 21)
    /// Bytes that OpenPGP's derivation hashes.
    package static let openPGP = 200_000_000.0
    /// Derivations of at least so many seconds are announced.
    package static let announced = 1.0
}

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
