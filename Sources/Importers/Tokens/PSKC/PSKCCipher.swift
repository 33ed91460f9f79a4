import CryptoPrimitives
import Encodings

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
