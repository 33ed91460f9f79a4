import CryptoPrimitives
import Encodings
import TOTPDomain

/// Encrypts secrets as OTP Manager does: without authentication, and with one IV for all.
package struct OTPManagerSealing: ~Copyable {
    private let key: SecureBytes
    private let ivBytes: [UInt8]

    package init(_ passphrase: Passphrase, _ random: any RandomSource) throws(ExportError) {
        let iv = try random.bytes(AESCBC.blockCount)
        key = try ExportError.encrypting { () throws(CryptoError) in
            try OTPManagerEncryption.key(of: passphrase)
        }
        ivBytes = iv
    }

    package var iv: String { Hex.encode(ivBytes) }

    /// - Parameter secret: base32.
    /// - Returns: base64.
    package func seal(_ secret: String) throws(ExportError) -> String {
        Base64.encode(
            try ExportError.encrypting { () throws(CryptoError) in
                try AESCBC.seal(SecureBytes(copying: Array(secret.utf8)), key: key, iv: ivBytes)
            })
    }
}
