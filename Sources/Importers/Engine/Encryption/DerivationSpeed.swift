/// The costs of key derivations that count as one second: about half of the work that one core of a usual computer can
/// do.
enum DerivationSpeed {
    /// Iterations of PBKDF2 that one key may need for each second of the limit, on any machine.
    package static let iterations = 1_000_000
    /// Iterations of PBKDF2 with a hash of up to 32 bytes, for each block of the key.
    package static let pbkdf2 = 3_000_000.0
    /// PBKDF2 with SHA-384 and SHA-512.
    static let longPBKDF2 = 1_500_000.0
    /// Rounds of AES-KDF.
    package static let aes = 20_000_000.0
    /// Bytes that Argon2 fills.
    package static let argon2 = Double(1 << 30)
    /// n · r · p of scrypt.
    package static let scrypt = Double(1 << 21)
    /// Bytes that OpenPGP's derivation hashes.
    static let openPGP = 200_000_000.0
}
