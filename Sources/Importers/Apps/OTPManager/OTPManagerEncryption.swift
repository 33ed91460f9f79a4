import CryptoPrimitives
import Encodings
import FormatEngine
import TOTPDomain

/// The encryption of OTP Manager's secrets. They are not authenticated: a passphrase is right if a secret is base32.
package struct OTPManagerEncryption {
    /// Equal for every secret.
    private let iv: [UInt8]

    private var hasOpened = false, hasFailed = false

    /// If the passphrase opens no secret, it is wrong; if it opens some, the others have another passphrase: the app
    /// does not unlock the accounts that other people share.
    var isPassphraseWrong: Bool { hasFailed && !hasOpened }

    /// - Parameter text: hexadecimal.
    /// - Throws: ``SourceError`` with `corrupt`.
    init(_ text: LenientText?) throws(SourceError) {
        guard let iv = Hex.decode(text.orEmpty.trimmingWhitespace), iv.count == AESCBC.blockCount else {
            throw .incomplete("iv")
        }
        self.iv = iv
    }

    private static func key(of passphrase: Passphrase) throws(CryptoError) -> SecureBytes {
        SecureBytes(copying: try Digest.sha256.hash(passphrase.utf8))
    }

    package static func sealing(
        _ passphrase: Passphrase, _ random: any RandomSource
    ) throws(ExportError) -> SealedValues {
        let iv = try random.bytes(AESCBC.blockCount)
        return SealedValues(key: try ExportError.encrypting(key(of: passphrase)), iv: iv)
    }

    /// Replaces the base64 of an account's secret by its base32, or notes why it cannot be decrypted.
    ///
    /// - Throws: ``SourceError`` if the cryptography fails for another reason than the passphrase.
    mutating func open(_ account: inout ShapedAccount, _ passphrase: Passphrase) throws(SourceError) {
        guard case .text(let text)? = account.secret, !text.isBlank else { return }
        guard let ciphertext = Base64.decode(text.trimmingWhitespace) else {
            return account.problem = EntryError(.fieldDamaged, "the encrypted secret is not base64")
        }
        let plain = try SourceError.decryptingUnlessWrong(
            AESCBC.open(ciphertext, key: Self.key(of: passphrase), iv: iv).copied())
        guard let plain, let base32 = String(validating: plain, as: UTF8.self)?.limitingMarks,
            let bytes = try? OTPSecret.bytes(base32: plain.span), !bytes.isEmpty
        else {
            hasFailed = true
            return account.problem = EntryError(.fieldDamaged, "wrong passphrase for this secret, or it is damaged")
        }
        hasOpened = true
        account.secret = .text(base32)
    }
}
