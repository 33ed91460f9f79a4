import CryptoPrimitives
import Encodings
import TOTPDomain

/// Key derivations whose costs come from a file. Costs above the limits are refused before they take memory or time:
/// each throws ``SourceError`` with `limit-exceeded` that names the limit; without a passphrase, with
/// `password-required`.
extension ImportLimits {
    /// The least KiB counted per lane and pass: starting its thread takes as long as filling that much memory.
    private static let minimumLaneMemory: UInt64 = 256

    package func pbkdf2(
        _ digest: Digest, passphrase: Passphrase?, salt: [UInt8], iterations: Int, count: Int = 32
    ) throws(SourceError) -> SecureBytes {
        guard let passphrase else { throw .passphraseRequired }
        guard iterations > 0 else { throw SourceError(.corrupt, "its key derivation has \(iterations) iterations") }
        let most = keyDerivationSeconds * DerivationSpeed.iterations
        guard iterations <= most else {
            throw SourceError(
                .limitExceeded,
                "its key derivation needs \(iterations) iterations, the limit is \(most)", .option("--kdf-time"))
        }
        let blocks = Double((count + digest.byteCount - 1) / digest.byteCount)
        let speed = digest.byteCount > 32 ? DerivationSpeed.longPBKDF2 : DerivationSpeed.pbkdf2
        try allow(derivationOf: Double(iterations) * blocks / speed, "\(iterations) iterations")
        return try SourceError.decrypting(
            KeyDerivation.pbkdf2(
                digest, passphrase: passphrase.utf8, salt: salt, iterations: iterations, count: count))
    }

    package func argon2(
        _ variant: KeyDerivation.Argon2Variant, passphrase: Passphrase?, salt: [UInt8], cost: KeyDerivation.Argon2Cost,
        version: UInt32 = 0x13, count: Int = 32
    ) throws(SourceError) -> SecureBytes {
        guard let passphrase else { throw .passphraseRequired }
        try check(cost)
        return try SourceError.decrypting(
            KeyDerivation.argon2(
                variant, passphrase: passphrase.utf8, salt: salt, cost: cost, version: version, count: count))
    }

    package func check(_ cost: KeyDerivation.Argon2Cost) throws(SourceError) {
        try check(memory: UInt64(cost.memory) << 10)
        guard cost.lanes <= Limit.derivationLanes else {
            throw SourceError(
                .limitExceeded,
                "its key derivation needs \(cost.lanes) lanes, the limit is \(Limit.derivationLanes)")
        }
        let memory = max(UInt64(cost.memory), UInt64(cost.lanes) * Self.minimumLaneMemory)
        try allow(
            derivationOf: Double(cost.passes) * Double(memory << 10) / DerivationSpeed.argon2,
            "\(cost.passes) passes over \(cost.memory) KiB of memory")
    }

    package func scrypt(
        passphrase: Passphrase, salt: [UInt8], cost: KeyDerivation.ScryptCost, count: Int = 32
    ) throws(SourceError) -> SecureBytes {
        let name = "n=\(cost.n), r=\(cost.r), p=\(cost.p)"
        guard cost.n > 1, cost.n.nonzeroBitCount == 1, cost.r > 0, cost.p > 0 else {
            throw SourceError(.corrupt, "its key derivation has impossible costs: \(name)")
        }
        let (lanes, overflow) = cost.r.multipliedReportingOverflow(by: cost.p)
        guard !overflow, lanes <= Limit.scryptLanes else {
            throw SourceError(
                .limitExceeded, "its key derivation needs \(name), the limit of r·p is \(Limit.scryptLanes)")
        }
        try check(memory: cost.memory ?? .max)
        try allow(derivationOf: Double(cost.n) * Double(cost.r) * Double(cost.p) / DerivationSpeed.scrypt, name)
        return try SourceError.decrypting(
            KeyDerivation.scrypt(passphrase: passphrase.utf8, salt: salt, cost: cost, count: count))
    }

    /// AES-KDF of KeePass.
    package func aesKDF(
        key: borrowing SecureBytes, seed: [UInt8], rounds: UInt64
    ) throws(SourceError) -> SecureBytes {
        try allow(derivationOf: Double(rounds) / DerivationSpeed.aes, "\(rounds) rounds")
        return try SourceError.decrypting(KeyDerivation.aesKDF(key: key, seed: seed, rounds: rounds))
    }

    /// OpenPGP's derivation; a key that is longer than the hash hashes everything again.
    package func openPGP(
        _ digest: Digest, passphrase: Passphrase, salt: [UInt8], octets: Int, count: Int
    ) throws(SourceError) -> SecureBytes {
        let blocks = (count + digest.byteCount - 1) / digest.byteCount
        try allow(derivationOf: Double(octets) * Double(blocks) / DerivationSpeed.openPGP, "\(octets) bytes hashed")
        return try SourceError.decrypting(
            KeyDerivation.openPGP(
                digest, passphrase: passphrase.utf8, salt: salt, octets: octets, count: count))
    }

    private func check(memory: UInt64) throws(SourceError) {
        guard memory <= UInt64(keyDerivationMemory) else {
            throw SourceError(
                .limitExceeded,
                "its key derivation needs \((memory - 1) >> 20 + 1) MiB of memory, the limit is \(keyDerivationMemory >> 20)",
                .option("--kdf-memory"))
        }
    }
}

extension SourceError {
    /// A tag that does not verify means a wrong passphrase or damage; the two cannot be distinguished.
    package init(cryptography error: CryptoError) {
        switch error {
        case .authenticationFailed: self = .wrongPassphrase
        case .invalidParameter(let what): self = .damaged(what)
        case .operationFailed: self.init(.limitExceeded, "\(error)")
        }
    }

    /// Runs cryptography for a file that is read.
    package static func decrypting<Value: ~Copyable>(
        _ body: @autoclosure () throws(CryptoError) -> Value
    ) throws(SourceError) -> Value {
        do throws(CryptoError) { return try body() } catch { throw SourceError(cryptography: error) }
    }

    /// The same with a key that may be wrong: one of several, or for only a part of the file.
    ///
    /// - Returns: nil for a wrong key, or damage.
    package static func decryptingUnlessWrong<Value: ~Copyable>(
        _ body: @autoclosure () throws(CryptoError) -> Value
    ) throws(SourceError) -> Value? {
        do throws(CryptoError) { return try body() } catch {
            if error == .authenticationFailed { return nil }
            throw SourceError(cryptography: error)
        }
    }

    package static var wrongPassphrase: SourceError {
        SourceError(.wrongPassphrase, "wrong passphrase (or the file is damaged)")
    }

    package static var passphraseRequired: SourceError {
        SourceError(.passphraseRequired, "the file is encrypted and needs a passphrase")
    }
}

extension SecureBytes {
    /// A copy of the bytes, for parsers; the caller drops it soon.
    package func copied() -> [UInt8] { withBytes { Array($0) } }
}

extension ExportError {
    package init(_ error: CryptoError) { self.init(.cryptographyFailed, "the file cannot be encrypted: \(error)") }

    /// Runs cryptography for a file that is written.
    package static func encrypting<Value: ~Copyable>(
        _ body: () throws(CryptoError) -> Value
    ) throws(ExportError) -> Value {
        do throws(CryptoError) { return try body() } catch { throw ExportError(error) }
    }

    /// The same for a single call.
    package static func encrypting<Value: ~Copyable>(
        _ value: @autoclosure () throws(CryptoError) -> Value
    ) throws(ExportError) -> Value {
        do throws(CryptoError) { return try value() } catch { throw ExportError(error) }
    }

    /// Runs code that reading shares, for a file that was read and is written again.
    package static func encryptingAgain<Value: ~Copyable>(
        _ body: () throws(SourceError) -> Value
    ) throws(ExportError) -> Value {
        do throws(SourceError) { return try body() } catch {
            throw ExportError(.cryptographyFailed, "the file cannot be encrypted: \(error.message)")
        }
    }
}

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
