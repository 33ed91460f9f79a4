import CryptoPrimitives
import Encodings
import TOTPDomain

/// Encrypts values as some apps do: one by one, without authentication, and with one key and one IV for all.
package struct SealedValues: ~Copyable {
    package let key: SecureBytes
    package let iv: [UInt8]

    package init(key: consuming SecureBytes, iv: [UInt8]) {
        self.key = key
        self.iv = iv
    }

    /// - Returns: base64.
    package func seal(_ value: [UInt8]) throws(ExportError) -> String {
        Base64.encode(try ExportError.encrypting(AESCBC.seal(SecureBytes(copying: value), key: key, iv: iv)))
    }
}
