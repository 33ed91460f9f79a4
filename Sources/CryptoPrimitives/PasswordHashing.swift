import CArgon2
import COpenSSL
import SecureMemory

extension KeyDerivation {
    /// PBKDF2 with HMAC, RFC 8018.
    ///
    /// - Parameter iterations: at least 1; the caller must cap it: it comes from a file.
    package static func pbkdf2(
        _ digest: Digest, passphrase: LockedBytes, salt: [UInt8], iterations: Int, count: Int
    ) throws(CryptoError) -> SecureBytes {
        guard let rounds = Int32(exactly: iterations), rounds > 0, let saltCount = Int32(exactly: salt.count),
            let passphraseCount = Int32(exactly: passphrase.count), let keyCount = Int32(exactly: count)
        else { throw .invalidParameter("PBKDF2 with \(iterations) iterations") }
        return try SecureBytes(count: count) { key throws(CryptoError) in
            let done = passphrase.withCString { text in
                PKCS5_PBKDF2_HMAC(
                    text, passphraseCount, salt, saltCount, rounds, digest.implementation, keyCount, key.bytePointer)
            }
            guard done == 1 else { throw .operationFailed("PBKDF2") }
        }
    }

    /// A function of RFC 9106.
    package enum Argon2Variant: Sendable, Hashable { case d, i, id }

    /// The cost of Argon2, RFC 9106.
    package struct Argon2Cost: Sendable, Hashable {
        /// Passes over the memory, at least 1.
        package var passes: UInt32
        /// KiB, at least eight per lane.
        package var memory: UInt32
        package var lanes: UInt32

        package init(passes: UInt32, memory: UInt32, lanes: UInt32) {
            (self.passes, self.memory, self.lanes) = (passes, memory, lanes)
        }
    }

    /// Argon2, RFC 9106, version 1.3 unless another is named.
    ///
    /// The caller must check the cost against its limits: it comes from a file.
    ///
    /// - Parameter version: 0x10 or 0x13.
    package static func argon2(
        _ variant: Argon2Variant, passphrase: LockedBytes, salt: [UInt8], cost: Argon2Cost, version: UInt32 = 0x13,
        count: Int
    ) throws(CryptoError) -> SecureBytes {
        guard version == 0x10 || version == 0x13 else { throw .invalidParameter("Argon2 of version \(version)") }
        return try SecureBytes(count: count) { key throws(CryptoError) in
            let type: argon2_type =
                switch variant {
                case .d: Argon2_d
                case .i: Argon2_i
                case .id: Argon2_id
                }
            let status = passphrase.withBytes { passphrase in
                argon2_hash(
                    cost.passes, cost.memory, cost.lanes, passphrase.baseAddress, passphrase.count, salt, salt.count,
                    key.baseAddress, count, nil, 0, type, version)
            }
            switch status {
            case Int32(ARGON2_OK.rawValue): break
            case Int32(ARGON2_MEMORY_ALLOCATION_ERROR.rawValue):
                throw .operationFailed("Argon2 with \(cost.memory >> 10) MiB of memory")
            default:
                throw .invalidParameter(
                    "Argon2 costs t=\(cost.passes), m=\(cost.memory) KiB, p=\(cost.lanes), a salt of \(salt.count) bytes"
                )
            }
        }
    }
}
