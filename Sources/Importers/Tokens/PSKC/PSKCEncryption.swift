import CryptoPrimitives
import Encodings
import FormatEngine
import TOTPDomain

/// How the values of a PSKC file are encrypted: one key for all, from a passphrase or delivered apart, and a MAC.
struct PSKCEncryption {
    private var keyElement: XMLElement?
    private var macAlgorithm: String?
    /// nil if the encryption key is also the MAC's.
    private var macKey: PSKCValue.Encrypted?
    /// The cipher of values that do not name their own.
    private var algorithm = ""

    /// The elements of a container that are not keys; those that are not read say nothing about the encryption.
    static let elements: Set<String> = [
        "EncryptionKey", "EncryptionMethod", "MACMethod", "MACAlgorithm", "MACKey", "KeyProperties", "Signature",
        "Extensions",
    ]

    /// Takes an element of the container that is not a key.
    mutating func add(_ element: XMLElement) {
        switch element.name {
        case "EncryptionKey": keyElement = keyElement ?? element
        case "EncryptionMethod": algorithm = element.attribute("Algorithm")
        case "MACMethod":
            macAlgorithm = element.attribute("Algorithm")
            macKey = element["MACKey"].map { PSKCValue.Encrypted($0) }
        // In drafts of the RFC.
        case "MACAlgorithm": macAlgorithm = element.trimmedText
        default: break
        }
    }

    private var derivation: XMLElement? { keyElement?["DerivedKey", "KeyDerivationMethod"] }

    var passphraseRequired: SourceError {
        derivation == nil
            ? SourceError(
                .passphraseRequired,
                "the secrets are encrypted",
                "the passphrase is the key that came with the file, in hex or base64")
            : .passphraseRequired
    }

    /// - Throws: ``SourceError`` with `unsupported-version` if no passphrase helps.
    func checkSupport(of keys: [PSKCKey]) throws(SourceError) {
        if let derivation {
            guard Self.digest(derivation) != nil else { throw Self.unsupported("key derivation") }
        } else if let keyElement {
            guard ["X509Data", "EncryptedKey", "DerivedKey"].allSatisfy({ keyElement[$0] == nil }) else {
                throw Self.unsupported("key")
            }
        }
        _ = try mac()
        guard keys.contains(where: { key in key.encryptedValues.contains { cipher(of: key[keyPath: $0]) != nil } })
        else { throw Self.unsupported("cipher") }
    }

    private func cipher(of value: PSKCValue) -> PSKCCipher? {
        guard case .encrypted(let value) = value else { return nil }
        return PSKCCipher(value.algorithm.isEmpty ? algorithm : value.algorithm)
    }

    /// Decrypts the encrypted values of all keys. A value that cannot be decrypted is damaged if another value can.
    ///
    /// - Throws: ``SourceError`` with `wrong-password` if no value can, or `corrupt` or `limit-exceeded`.
    func decrypt(_ keys: inout [PSKCKey], _ passphrase: Passphrase, _ limits: ImportLimits) throws(SourceError) {
        var decryption = try PSKCDecryption(
            keys: try transportKeys(passphrase, limits), algorithm: algorithm, mac: try mac())
        for index in keys.indices {
            for place in keys[index].encryptedValues {
                guard case .encrypted(let value) = keys[index][keyPath: place] else { continue }
                do throws(EntryError) {
                    keys[index][keyPath: place] = .bytes(try decryption.open(value))
                } catch {
                    keys[index][keyPath: place] = .damaged(error)
                }
            }
        }
        if decryption.isPassphraseWrong { throw .wrongPassphrase }
    }

    private func mac() throws(SourceError) -> PSKCDecryption.MAC? {
        guard let macAlgorithm else { return nil }
        guard let digest = Self.digest(named: macAlgorithm) else { throw Self.unsupported("MAC") }
        guard let macKey else { return PSKCDecryption.MAC(digest: digest, key: nil) }
        guard let cipher = cipher(of: .encrypted(macKey)) else { throw Self.unsupported("cipher") }
        guard let ciphertext = macKey.ciphertext else { throw .incomplete("MACKey") }
        return PSKCDecryption.MAC(digest: digest, key: (cipher, ciphertext))
    }

    // MARK: - Keys

    /// The key, as each of the forms that the passphrase may have.
    private func transportKeys(
        _ passphrase: Passphrase, _ limits: ImportLimits
    ) throws(SourceError) -> [[UInt8]] {
        if let derivation { return [try Self.derivedKey(derivation, passphrase, limits)] }
        let text = passphrase.utf8.filter { !ASCII.isWhitespace($0) }
        let keys = [Hex.decode(text), Base64.decode(text)].compactMap { $0 }.filter { [16, 24, 32].contains($0.count) }
        guard !keys.isEmpty else {
            throw SourceError(
                .wrongPassphrase,
                "wrong passphrase: it must be the key that came with the file, 16, 24 or 32 bytes in hex or base64")
        }
        return keys
    }

    private static func derivedKey(
        _ method: XMLElement, _ passphrase: Passphrase, _ limits: ImportLimits
    ) throws(SourceError) -> [UInt8] {
        guard let digest = digest(method) else { throw unsupported("key derivation") }
        guard let salt = method["PBKDF2-params", "Salt", "Specified"]?.base64, !salt.isEmpty else {
            throw .incomplete("Salt")
        }
        guard let iterations = Int(method["PBKDF2-params", "IterationCount"].text) else {
            throw .incomplete("IterationCount")
        }
        guard let count = Int(method["PBKDF2-params", "KeyLength"].text), [16, 24, 32].contains(count) else {
            throw .incomplete("KeyLength")
        }
        return try limits.pbkdf2(digest, passphrase: passphrase, salt: salt, iterations: iterations, count: count)
            .copied()
    }

    /// The hash of a key derivation; nil if it is not PBKDF2, or with another pseudorandom function.
    private static func digest(_ method: XMLElement) -> Digest? {
        guard method.attribute("Algorithm").lowercased().hasSuffix("#pbkdf2") else { return nil }
        return digest(named: method["PBKDF2-params", "PRF"]?.attribute("Algorithm") ?? "")
    }

    /// The hash of an HMAC by its name, `…#hmac-sha256`; SHA-1 without a name.
    private static func digest(named name: String) -> Digest? {
        guard !name.isEmpty else { return .sha1 }
        return switch name.lowercased().split(separator: "#").last {
        case "hmac-sha1": .sha1
        case "hmac-sha256": .sha256
        case "hmac-sha384": .sha384
        case "hmac-sha512": .sha512
        default: nil
        }
    }

    private static func unsupported(_ what: StaticString) -> SourceError {
        SourceError(
            .unsupportedVersion,
            "the secrets are encrypted with a \(what) of an unknown kind",
            "ask for a file with AES and a passphrase")
    }
}
