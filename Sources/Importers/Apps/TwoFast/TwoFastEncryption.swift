import CryptoPrimitives
import Encodings
import FormatEngine
import TOTPDomain

/// How 2fast encrypts values: one key and one IV for all, without authentication.
package struct TwoFastEncryption {
    private let iv: [UInt8]
    private let digest: Digest
    private let iterations: Int

    /// The app's salt, the same for every file.
    private static let salt: [UInt8] = [0x0E, 0xDF, 0x23, 0xC5, 0x5D, 0xF2, 0xEF, 0x08]
    package static let newest: Int64 = 2
    private static let iterations = 25_000

    /// - Throws: ``SourceError`` with `corrupt` or `unsupported-version`.
    init(_ file: JSONFile) throws(SourceError) {
        let version = try file.value("version").map { $0.field as LenientText? }
        let number = version.map(\.whole) ?? 0
        guard let number, 0...Self.newest ~= number else {
            let shown = number.map { " \($0)" } ?? ""
            throw SourceError(
                .unsupportedVersion, "a data file of version\(shown), this program reads up to \(Self.newest)")
        }
        (digest, iterations) = number == Self.newest ? (.sha256, Self.iterations) : (.sha1, 1000)
        guard let text = try file.value("iv")?.string, let iv = Base64.decode(text.utf8WithoutSpace),
            iv.count == AESCBC.blockCount
        else { throw .incomplete("IV") }
        self.iv = iv
    }

    /// Decrypts the values of all accounts. An account with a value that cannot be decrypted is damaged if another
    /// account can be decrypted.
    ///
    /// - Parameter categories: their names by their ids.
    /// - Throws: ``SourceError`` with `wrong-password` if no account can.
    func open(
        _ list: JSONList, _ categories: [String: String], _ passphrase: Passphrase?, _ limits: ImportLimits
    ) throws(SourceError) -> [Result<ShapedAccount, EntryError>] {
        let key = try limits.pbkdf2(digest, passphrase: passphrase, salt: Self.salt, iterations: iterations)
        let opened = list.entries { entry throws(EntryError) in
            try TwoFastAccount.read(entry, categories) { text throws(EntryError) in try value(text, key) }
        }
        guard opened.contains(where: { (try? $0.get()).map { $0.problem == nil } == true }) else {
            throw .wrongPassphrase
        }
        return opened
    }

    private func value(_ text: String, _ key: borrowing SecureBytes) throws(EntryError) -> [UInt8] {
        guard let ciphertext = Base64.decode(text.utf8WithoutSpace),
            let plain = try? AESCBC.open(ciphertext, key: key, iv: iv)
        else { throw .valueNotDecrypted }
        return plain.copied()
    }

    /// How values of a new data file are encrypted.
    package static func sealing(
        _ passphrase: Passphrase, _ random: any RandomSource
    ) throws(ExportError) -> SealedValues {
        let iv = try random.bytes(AESCBC.blockCount)
        let key = try ExportError.encrypting(
            KeyDerivation.pbkdf2(
                .sha256, passphrase: passphrase.utf8, salt: salt, iterations: iterations, count: AESCBC.keyCount))
        return SealedValues(key: key, iv: iv)
    }
}
