import COpenSSL
import SecureMemory

/// Keys from passphrases and from other keys.
package enum KeyDerivation {
    /// The cost of scrypt, RFC 7914.
    package struct ScryptCost: Sendable, Hashable {
        /// A power of two, at least 2.
        package var n: UInt64
        package var r: UInt64
        package var p: UInt64

        package init(n: UInt64, r: UInt64, p: UInt64) { (self.n, self.r, self.p) = (n, r, p) }

        /// Memory that the derivation needs, in bytes; nil if it does not fit in 64 bits.
        package var memory: UInt64? {
            let (block, overflow1) = UInt64(128).multipliedReportingOverflow(by: r)
            let (table, overflow2) = block.multipliedReportingOverflow(by: n)
            return overflow1 || overflow2 ? nil : table
        }
    }

    /// scrypt, RFC 7914.
    ///
    /// The caller must check the cost against its limits: it comes from a file.
    package static func scrypt(
        passphrase: LockedBytes, salt: [UInt8], cost: ScryptCost, count: Int
    ) throws(CryptoError) -> SecureBytes {
        let (lanes, overflow) = (cost.r &* 128).multipliedReportingOverflow(by: cost.p)
        guard let table = cost.memory, !overflow, table < 1 << 40, lanes < 1 << 40, cost.n > 1 else {
            throw .invalidParameter("scrypt costs n=\(cost.n), r=\(cost.r), p=\(cost.p)")
        }
        // libcrypto's limit, 32 MiB by default, covers a little more than the table.
        let memory = table + lanes + (1 << 20)
        return try SecureBytes(count: count) { key throws(CryptoError) in
            let done = passphrase.withCString { text in
                EVP_PBE_scrypt(
                    text, passphrase.count, salt, salt.count, cost.n, cost.r, cost.p, memory, key.bytePointer, count)
            }
            guard done == 1 else {
                ERR_clear_error()
                throw .operationFailed("scrypt with \(table >> 20) MiB of memory")
            }
        }
    }

    /// HKDF with SHA-256, RFC 5869.
    ///
    /// - Parameter salt: nil for a key that is already uniform: then it is only expanded.
    package static func hkdfSHA256(
        key: borrowing SecureBytes, salt: [UInt8]?, info: [UInt8], count: Int
    ) throws(CryptoError) -> SecureBytes {
        guard let context = EVP_PKEY_CTX_new_id(EVP_PKEY_HKDF, nil) else { throw .operationFailed("HKDF") }
        defer { EVP_PKEY_CTX_free(context) }
        let mode = salt == nil ? EVP_PKEY_HKDEF_MODE_EXPAND_ONLY : EVP_PKEY_HKDEF_MODE_EXTRACT_AND_EXPAND
        var written = count
        let isSetUp = key.withBytes { key in
            EVP_PKEY_derive_init(context) == 1
                && EVP_PKEY_CTX_set_hkdf_mode(context, Int32(mode)) == 1
                && EVP_PKEY_CTX_set_hkdf_md(context, EVP_sha256()) == 1
                && salt.map { EVP_PKEY_CTX_set1_hkdf_salt(context, $0, Int32(clamping: $0.count)) } ?? 1 == 1
                && EVP_PKEY_CTX_set1_hkdf_key(context, key.bytePointer, Int32(clamping: key.count)) == 1
                && EVP_PKEY_CTX_add1_hkdf_info(context, info, Int32(clamping: info.count)) == 1
        }
        return try SecureBytes(count: count) { out throws(CryptoError) in
            guard isSetUp, EVP_PKEY_derive(context, out.bytePointer, &written) == 1, written == count else {
                throw .operationFailed("HKDF")
            }
        }
    }
}

/// The key and the IV for AES-CBC that OpenSSL, and programs that follow it, derive from a passphrase.
package struct OpenSSLKey: ~Copyable, Sendable {
    package static let saltCount = 8

    package let key: SecureBytes
    /// ``AESCBC/blockCount`` bytes.
    package let iv: [UInt8]

    /// EVP_BytesToKey with MD5 and one round, as in `openssl enc -md md5` and CryptoJS. It costs nothing, so anyone can
    /// try passphrases as fast as MD5 is; only for files that need it.
    ///
    /// - Parameter salt: ``saltCount`` bytes.
    package init(md5 passphrase: LockedBytes, salt: [UInt8]) throws(CryptoError) {
        try self.init(passphrase, salt, EVP_aes_256_cbc(), EVP_md5(), keyCount: AESCBC.keyCount)
    }

    /// EVP_BytesToKey with SHA-256, for AES-128, as in `openssl enc -aes-128-cbc -md sha256`.
    ///
    /// - Parameter salt: ``saltCount`` bytes.
    package init(sha256 passphrase: LockedBytes, salt: [UInt8]) throws(CryptoError) {
        try self.init(passphrase, salt, EVP_aes_128_cbc(), EVP_sha256(), keyCount: 16)
    }

    private init(
        _ passphrase: LockedBytes, _ salt: [UInt8], _ cipher: OpaquePointer?, _ digest: OpaquePointer?, keyCount: Int
    ) throws(CryptoError) {
        guard salt.count == Self.saltCount, let count = Int32(exactly: passphrase.count) else {
            throw .invalidParameter("a passphrase of \(passphrase.count) and a salt of \(salt.count) bytes")
        }
        var iv = [UInt8](repeating: 0, count: AESCBC.blockCount)
        key = try SecureBytes(count: keyCount) { key throws(CryptoError) in
            let derived = passphrase.withBytes { passphrase in
                EVP_BytesToKey(cipher, digest, salt, passphrase.bytePointer, count, 1, key.bytePointer, &iv)
            }
            guard derived == Int32(keyCount) else { throw .operationFailed("a key derivation of OpenSSL") }
        }
        self.iv = iv
    }
}
