import CryptoPrimitives
import Encodings
import TOTPDomain

/// The decryption of the values of one file with one passphrase, and how well that goes.
struct PSKCDecryption {
    /// The possible forms of the key; the cipher tells which form to use.
    private let keys: [[UInt8]]
    /// The cipher of values that do not name their own.
    private let algorithm: String
    /// With the decrypted key; nil if the key of the values is also the MAC's.
    private let mac: (digest: Digest, key: [UInt8]?)?

    /// The numbers of decrypted values: with a check that fails for a wrong key, and without such a check.
    private var verified = 0, unverified = 0
    private var failed = 0

    /// How values are authenticated.
    struct MAC {
        let digest: Digest
        /// Encrypted; nil if the key of the values is used.
        let key: (cipher: PSKCCipher, ciphertext: [UInt8])?
    }

    /// - Throws: ``SourceError`` with `wrong-password` if the key does not open the MAC's key.
    init(keys: [[UInt8]], algorithm: String, mac: MAC?) throws(SourceError) {
        self.keys = keys
        self.algorithm = algorithm
        do throws(CryptoError) {
            var macKey: [UInt8]?
            if let (cipher, ciphertext) = mac?.key {
                macKey = try cipher.open(ciphertext, key: try Self.key(for: cipher, of: keys)).plain
            }
            self.mac = mac.map { ($0.digest, macKey) }
        } catch { throw SourceError(cryptography: error) }
    }

    /// Whether no value could be decrypted. One wrong key in 16 removes the padding of a value, so without another
    /// check most values must be decrypted.
    var isPassphraseWrong: Bool { verified == 0 && failed > 0 && unverified < 3 * failed }

    /// - Throws: ``EntryError`` with `field-damaged`.
    mutating func open(_ value: PSKCValue.Encrypted) throws(EntryError) -> [UInt8] {
        guard let cipher = PSKCCipher(value.algorithm.isEmpty ? algorithm : value.algorithm) else {
            throw EntryError(.fieldDamaged, "a value is encrypted with an unknown cipher", "ask for it with AES")
        }
        do throws(CryptoError) {
            guard let ciphertext = value.ciphertext else { throw .authenticationFailed }
            let key = try Self.key(for: cipher, of: keys)
            let (plain, isChecked) = try cipher.open(ciphertext, key: key)
            if let mac, let expected = value.mac {
                let macKey = mac.key ?? key.withBytes { Array($0) }
                // Some files have the MAC of the value itself.
                let macs = [try mac.digest.hmac(key: macKey, ciphertext), try mac.digest.hmac(key: macKey, plain)]
                guard macs.contains(where: { ConstantTime.areEqual($0, expected) }) else { throw .authenticationFailed }
                verified += 1
            } else if isChecked {
                verified += 1
            } else {
                unverified += 1
            }
            return plain
        } catch {
            failed += 1
            throw EntryError(.fieldDamaged, "a value cannot be decrypted: it is damaged, or needs another key")
        }
    }

    private static func key(for cipher: PSKCCipher, of keys: [[UInt8]]) throws(CryptoError) -> SecureBytes {
        guard let key = keys.first(where: { $0.count == cipher.keyCount }) else { throw .authenticationFailed }
        return SecureBytes(copying: key)
    }
}

/// A cipher of a PSKC file by its name in XML Encryption.
enum PSKCCipher: Sendable, Hashable {
    case cbc(keyCount: Int)
    case keyWrap(keyCount: Int)

    /// - Parameter name: an address; only the part after `#` counts.
    init?(_ name: String) {
        switch name.split(separator: "#").last?.lowercased() {
        case "aes128-cbc": self = .cbc(keyCount: 16)
        case "aes192-cbc": self = .cbc(keyCount: 24)
        case "aes256-cbc": self = .cbc(keyCount: 32)
        case "kw-aes128", "kw-aes-128-pad": self = .keyWrap(keyCount: 16)
        case "kw-aes192", "kw-aes-192-pad": self = .keyWrap(keyCount: 24)
        case "kw-aes256", "kw-aes-256-pad": self = .keyWrap(keyCount: 32)
        default: return nil
        }
    }

    var keyCount: Int {
        switch self {
        case .cbc(let keyCount), .keyWrap(let keyCount): keyCount
        }
    }

    /// - Returns: the value, and whether a wrong key would have been noticed: it unwraps, or all of its padding, and
    ///   not only the last byte, is as usual.
    /// - Throws: ``CryptoError/authenticationFailed`` for a wrong key or damage.
    func open(
        _ ciphertext: [UInt8], key: borrowing SecureBytes
    ) throws(CryptoError) -> (plain: [UInt8], isChecked: Bool) {
        guard case .cbc = self else {
            return (try AESKeyWrap.unwrap(ciphertext, key: key).withBytes { Array($0) }, true)
        }
        let iv = Array(ciphertext.prefix(AESCBC.blockCount))
        guard iv.count == AESCBC.blockCount else { throw .authenticationFailed }
        let padded = try AESCBC.open(
            Array(ciphertext.dropFirst(AESCBC.blockCount)), key: key, iv: iv, isPadded: false)
        return try padded.withBytes { padded throws(CryptoError) in
            // Only the last byte of the padding has a meaning.
            guard let last = padded.last, 1...AESCBC.blockCount ~= Int(last), Int(last) <= padded.count else {
                throw .authenticationFailed
            }
            let padding = padded.suffix(Int(last)).dropLast()
            return (
                Array(padded.dropLast(Int(last))),
                padding.count > 2 && padding.allSatisfy { $0 == padding.first } && [0, last].contains(padding.first)
            )
        }
    }
}
