import CryptoPrimitives
import TOTPDomain

/// Key derivations whose costs come from a file, refused before any memory or time is spent where they are beyond what
/// an app asks for.
extension ImportLimits {
    private static let maximumArgon2Passes: UInt32 = 100
    private static let maximumArgon2Lanes: UInt32 = 64
    /// Over all the memory that may be asked for: some seconds. The costliest setting of any app, Bitwarden's, is that.
    private static let maximumFullPasses = 10

    /// - throws: ``SourceError`` with `limit-exceeded` that names the limit.
    func pbkdf2(
        _ digest: Digest, passphrase: Passphrase, salt: [UInt8], iterations: Int, count: Int = 32
    ) throws(SourceError) -> SecureBytes {
        guard iterations > 0 else { throw SourceError(.corrupt, "its key derivation has \(iterations) iterations") }
        guard iterations <= keyDerivationIterations else {
            throw SourceError(
                .limitExceeded,
                "its key derivation asks for \(iterations) iterations; more than \(keyDerivationIterations) are not run"
            )
        }
        do throws(CryptoError) {
            return try KeyDerivation.pbkdf2(
                digest, passphrase: passphrase.utf8, salt: salt, iterations: iterations, count: count)
        } catch { throw SourceError(cryptography: error) }
    }

    /// - throws: ``SourceError`` with `limit-exceeded` that names the limit.
    func argon2(
        _ variant: KeyDerivation.Argon2Variant, passphrase: Passphrase, salt: [UInt8], cost: KeyDerivation.Argon2Cost,
        version: UInt32 = 0x13, count: Int = 32
    ) throws(SourceError) -> SecureBytes {
        try check(memory: UInt64(cost.memory) << 10)
        guard cost.passes <= Self.maximumArgon2Passes, cost.lanes <= Self.maximumArgon2Lanes else {
            throw SourceError(
                .limitExceeded,
                "its key derivation asks for \(cost.passes) passes in \(cost.lanes) lanes; more than "
                    + "\(Self.maximumArgon2Passes) and \(Self.maximumArgon2Lanes) are not run")
        }
        guard UInt64(cost.passes) * UInt64(cost.memory) << 10 <= UInt64(Self.maximumFullPasses * keyDerivationMemory)
        else {
            throw SourceError(
                .limitExceeded,
                "its key derivation asks for \(cost.passes) passes over \(cost.memory >> 10) MiB of memory, which "
                    + "takes too long; raise the limit with --kdf-memory")
        }
        do throws(CryptoError) {
            return try KeyDerivation.argon2(
                variant, passphrase: passphrase.utf8, salt: salt, cost: cost, version: version, count: count)
        } catch { throw SourceError(cryptography: error) }
    }

    /// scrypt with n up to 2^20 and r·p up to 64.
    ///
    /// - throws: ``SourceError`` with `limit-exceeded` that names the limit.
    func scrypt(
        passphrase: Passphrase, salt: [UInt8], cost: KeyDerivation.ScryptCost, count: Int = 32
    ) throws(SourceError) -> SecureBytes {
        let (lanes, overflow) = cost.r.multipliedReportingOverflow(by: cost.p)
        guard cost.n <= 1 << 20, !overflow, lanes <= 64 else {
            throw SourceError(
                .limitExceeded,
                "its key derivation asks for n=\(cost.n), r=\(cost.r), p=\(cost.p); more than n=1048576 and r·p=64 are "
                    + "not run")
        }
        guard cost.n > 1, cost.n.nonzeroBitCount == 1, lanes > 0 else {
            throw SourceError(
                .corrupt, "its key derivation has the impossible costs n=\(cost.n), r=\(cost.r), p=\(cost.p)")
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
                "its key derivation asks for \(memory >> 20) MiB of memory, the limit is \(keyDerivationMemory >> 20); "
                    + "raise it with --kdf-memory")
        }
    }
}

extension SourceError {
    /// A tag that does not verify is a wrong passphrase, or damage: the two look the same.
    init(cryptography error: CryptoError) {
        switch error {
        case .authenticationFailed: self = .wrongPassphrase
        case .invalidParameter(let what): self.init(.corrupt, "the file is damaged: \(what)")
        case .operationFailed: self.init(.limitExceeded, "\(error)")
        }
    }

    static var wrongPassphrase: SourceError {
        SourceError(.wrongPassphrase, "the passphrase does not open it (or the file is damaged)")
    }

    static var passphraseRequired: SourceError {
        SourceError(.passphraseRequired, "the file is encrypted, and its passphrase is needed")
    }
}

extension SecureBytes {
    /// The bytes as an array, for parsers; the caller's to drop soon.
    func copied() -> [UInt8] { withBytes { Array($0) } }
}
