import CryptoPrimitives
import TOTPDomain

/// Key derivations whose costs come from a file. Costs above the limits are refused before they take memory or time.
extension ImportLimits {
    private static let maximumArgon2Lanes: UInt32 = 64
    /// The most passes over the full memory limit, which takes some seconds. Bitwarden's highest setting, the highest
    /// of any app, needs this.
    private static let maximumFullPasses = 10
    /// The least KiB counted per lane and pass: starting its thread takes as long as filling that much memory.
    private static let minimumLaneMemory: UInt64 = 256

    /// - Throws: ``SourceError`` with `limit-exceeded` that names the limit.
    package func pbkdf2(
        _ digest: Digest, passphrase: Passphrase, salt: [UInt8], iterations: Int, count: Int = 32
    ) throws(SourceError) -> SecureBytes {
        guard iterations > 0 else { throw SourceError(.corrupt, "its key derivation has \(iterations) iterations") }
        guard iterations <= keyDerivationIterations else {
            throw SourceError(
                .limitExceeded,
                "its key derivation needs \(iterations) iterations, the limit is \(keyDerivationIterations)")
        }
        do throws(CryptoError) {
            return try KeyDerivation.pbkdf2(
                digest, passphrase: passphrase.utf8, salt: salt, iterations: iterations, count: count)
        } catch { throw SourceError(cryptography: error) }
    }

    /// Any number of passes, as long as the memory of all passes together is within the limit.
    ///
    /// - Throws: ``SourceError`` with `limit-exceeded` that names the limit.
    package func argon2(
        _ variant: KeyDerivation.Argon2Variant, passphrase: Passphrase, salt: [UInt8], cost: KeyDerivation.Argon2Cost,
        version: UInt32 = 0x13, count: Int = 32
    ) throws(SourceError) -> SecureBytes {
        try check(cost)
        do throws(CryptoError) {
            return try KeyDerivation.argon2(
                variant, passphrase: passphrase.utf8, salt: salt, cost: cost, version: version, count: count)
        } catch { throw SourceError(cryptography: error) }
    }

    /// - Throws: ``SourceError`` with `limit-exceeded` that names the limit.
    package func check(_ cost: KeyDerivation.Argon2Cost) throws(SourceError) {
        try check(memory: UInt64(cost.memory) << 10)
        guard cost.lanes <= Self.maximumArgon2Lanes else {
            throw SourceError(
                .limitExceeded,
                "its key derivation needs \(cost.lanes) lanes, the limit is \(Self.maximumArgon2Lanes)")
        }
        let memory = max(UInt64(cost.memory), UInt64(cost.lanes) * Self.minimumLaneMemory)
        guard UInt64(cost.passes) * memory <= UInt64(Self.maximumFullPasses) * (UInt64(keyDerivationMemory) >> 10)
        else {
            throw SourceError(
                .limitExceeded,
                "its key derivation needs \(cost.passes) passes over \(cost.memory) KiB of memory, which takes too "
                    + "long; raise the limit with --kdf-memory")
        }
    }

    /// scrypt with n up to 2^20 and r·p up to 64.
    ///
    /// - Throws: ``SourceError`` with `limit-exceeded` that names the limit.
    package func scrypt(
        passphrase: Passphrase, salt: [UInt8], cost: KeyDerivation.ScryptCost, count: Int = 32
    ) throws(SourceError) -> SecureBytes {
        let (lanes, overflow) = cost.r.multipliedReportingOverflow(by: cost.p)
        guard cost.n <= 1 << 20, !overflow, lanes <= 64 else {
            throw SourceError(
                .limitExceeded,
                "its key derivation needs n=\(cost.n), r=\(cost.r), p=\(cost.p), the limits are n=1048576 and r·p=64")
        }
        guard cost.n > 1, cost.n.nonzeroBitCount == 1, lanes > 0 else {
            throw SourceError(
                .corrupt, "its key derivation has impossible costs: n=\(cost.n), r=\(cost.r), p=\(cost.p)")
        }
        try check(memory: cost.memory ?? .max)
        do throws(CryptoError) {
            return try KeyDerivation.scrypt(passphrase: passphrase.utf8, salt: salt, cost: cost, count: count)
        } catch { throw SourceError(cryptography: error) }
    }

    private func check(memory: UInt64) throws(SourceError) {
        guard memory <= UInt64(keyDerivationMemory) else {
            throw SourceError(
                .limitExceeded,
                "its key derivation needs \(memory >> 20) MiB of memory, the limit is \(keyDerivationMemory >> 20); "
                    + "raise it with --kdf-memory")
        }
    }
}

extension SourceError {
    /// A tag that does not verify means a wrong passphrase or damage; the two cannot be distinguished.
    package init(cryptography error: CryptoError) {
        switch error {
        case .authenticationFailed: self = .wrongPassphrase
        case .invalidParameter(let what): self.init(.corrupt, "the file is damaged: \(what)")
        case .operationFailed: self.init(.limitExceeded, "\(error)")
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
