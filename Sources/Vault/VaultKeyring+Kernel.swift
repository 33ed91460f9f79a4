#if !canImport(Security)
    import CKeyring
    import CryptoPrimitives
    import Platform

    /// The keyring of the kernel.
    extension VaultKeyring {
        func keep(_ key: borrowing SecureBytes, of id: String, seconds: Int) throws(KeyringError) {
            try Self.check(
                key.withBytes { ckeyring_keep(name(id), $0.baseAddress, $0.count, UInt32(clamping: seconds)) })
        }

        /// - Throws: ``KeyringError/noKey`` without a key.
        func remove(_ id: String) throws(KeyringError) { try Self.check(ckeyring_remove(name(id))) }

        /// - Returns: the key's length.
        func read(_ name: String, into buffer: UnsafeMutableRawBufferPointer) throws(KeyringError) -> Int {
            let count = ckeyring_read(name, buffer.baseAddress, buffer.count)
            if count < 0 { try Self.check(Int32(clamping: -count)) }
            return count
        }

        private static func check(_ error: Int32) throws(KeyringError) {
            switch error {
            case 0: return
            case ENOKEY, EKEYEXPIRED, EKEYREVOKED: throw .noKey
            // Containers refuse the calls with either.
            case ENOSYS, EPERM, EACCES: throw .unavailable
            case EDQUOT: throw .full
            default: throw .failed(String(cString: strerror(error)))
            }
        }
    }
#endif
