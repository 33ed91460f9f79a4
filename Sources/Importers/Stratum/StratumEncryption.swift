import CryptoPrimitives
import TOTPDomain

/// The two encryptions of a Stratum backup, told apart by the case of the mark that they begin with.
struct StratumEncryption {
    private enum Form: String {
        case strong = "AUTHENTICATORPRO"
        /// Of old versions. Nothing authenticates it.
        case legacy = "AuthenticatorPro"

        var saltCount: Int { self == .strong ? 16 : 20 }
        var nonceCount: Int { self == .strong ? AESGCM.nonceCount : AESCBC.blockCount }
        var minimumCount: Int { saltCount + nonceCount + 16 }
    }

    private static let markCount = 16
    private static let cost = KeyDerivation.Argon2Cost(passes: 3, memory: 65_536, lanes: 4)
    private static let legacyIterations = 64_000

    private let form: Form
    private let salt: [UInt8]
    private let nonce: [UInt8]
    private let sealed: [UInt8]

    static func marks(_ bytes: [UInt8]) -> Bool { form(of: bytes) != nil }

    private static func form(of bytes: [UInt8]) -> Form? {
        Form(rawValue: String(decoding: bytes.prefix(markCount), as: UTF8.self))
    }

    /// - returns: nil where the bytes are not encrypted.
    /// - throws: ``SourceError`` with `corrupt`.
    init?(_ bytes: [UInt8]) throws(SourceError) {
        guard let form = Self.form(of: bytes) else { return nil }
        let rest = bytes.dropFirst(Self.markCount)
        guard rest.count >= form.minimumCount else {
            throw SourceError(.corrupt, "the file is cut off; export it again")
        }
        self.form = form
        salt = Array(rest.prefix(form.saltCount))
        nonce = Array(rest.dropFirst(form.saltCount).prefix(form.nonceCount))
        sealed = Array(rest.dropFirst(form.saltCount + form.nonceCount))
    }

    func open(_ request: ImportRequest) throws(SourceError) -> StratumBackup {
        guard let passphrase = request.passphrase else { throw .passphraseRequired }
        switch form {
        case .strong:
            let key = try request.limits.argon2(.id, passphrase: passphrase, salt: salt, cost: Self.cost)
            let text: [UInt8]
            do throws(CryptoError) {
                text = try AESGCM.open(sealed, key: key, nonce: nonce, associatedData: []).copied()
            } catch { throw SourceError(cryptography: error) }
            return try JSONFile.decode(StratumBackup.self, from: text)
        case .legacy:
            let key = try request.limits.pbkdf2(
                .sha1, passphrase: passphrase, salt: salt, iterations: Self.legacyIterations)
            return try openLegacy(key)
        }
    }

    /// A wrong key, or a changed byte, shows in what comes out alone: two blocks of noise are hardly ever text, and no
    /// name with noise in it must be taken for one.
    private func openLegacy(_ key: borrowing SecureBytes) throws(SourceError) -> StratumBackup {
        let text: [UInt8]
        do throws(CryptoError) {
            text = try AESCBC.open(sealed, key: key, iv: nonce).copied()
        } catch { throw SourceError(cryptography: error) }
        guard String(validating: text, as: UTF8.self) != nil,
            let backup = try? JSONFile.decode(StratumBackup.self, from: text)
        else { throw .wrongPassphrase }
        return backup
    }
}
