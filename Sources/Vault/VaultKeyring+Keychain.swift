#if canImport(Security)
    import CryptoPrimitives
    import Encodings
    import Platform
    import SecureMemory
    import Security

    /// The Keychain. It has no time-outs: the time at which a key ends is stored before it.
    extension VaultKeyring {
        private static let timeBytes = 8

        func keep(_ key: borrowing SecureBytes, of id: String, seconds: Int) throws(KeyringError) {
            let end = UInt64(Date().timeIntervalSince1970) + UInt64(seconds)
            var bytes = withUnsafeBytes(of: end.bigEndian) { Array($0) } + key.withBytes { Array($0) }
            defer { bytes.wipe() }
            var item = query(name(id))
            SecItemDelete(item as CFDictionary)
            item[kSecValueData] = Data(bytes)
            item[kSecAttrAccessible] = kSecAttrAccessibleWhenUnlockedThisDeviceOnly
            try Self.check(SecItemAdd(item as CFDictionary, nil))
        }

        /// - Throws: ``KeyringError/noKey`` without a key.
        func remove(_ id: String) throws(KeyringError) {
            try Self.check(SecItemDelete(query(name(id)) as CFDictionary))
        }

        /// - Returns: the key's length.
        func read(_ name: String, into buffer: UnsafeMutableRawBufferPointer) throws(KeyringError) -> Int {
            var query = self.query(name)
            query[kSecReturnData] = true
            var found: CFTypeRef?
            try Self.check(SecItemCopyMatching(query as CFDictionary, &found))
            guard let data = found as? Data, data.count == Self.timeBytes + buffer.count else { throw .noKey }
            let end = data.prefix(Self.timeBytes).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            guard Date().timeIntervalSince1970 < Double(end) else {
                SecItemDelete(self.query(name) as CFDictionary)
                throw .noKey
            }
            buffer.copyBytes(from: data.dropFirst(Self.timeBytes))
            return buffer.count
        }

        private func query(_ name: String) -> [CFString: Any] {
            [kSecClass: kSecClassGenericPassword, kSecAttrService: name]
        }

        private static func check(_ status: OSStatus) throws(KeyringError) {
            switch status {
            case errSecSuccess: return
            case errSecItemNotFound: throw .noKey
            case errSecNotAvailable, errSecInteractionNotAllowed, errSecMissingEntitlement: throw .unavailable
            default: throw .failed("error \(status) of the Keychain")
            }
        }
    }
#endif
