import CryptoPrimitives
import Encodings
import FormatEngine
import Links
import TOTPDomain

/// A link of cotp's list: as in other apps, except for two types of its own.
struct CotpLink: ExportedAccount {
    private let text: String

    init(_ element: JSONValue) { text = element.name }

    /// How cotp's own types are written elsewhere: its Mobile-OTP secrets are hexadecimal too.
    private static let types = ["otpauth://yandex/": "otpauth://yaotp/", "otpauth://motp/": "motp://"]

    private var link: [UInt8] {
        let link = Array(text.trimmingWhitespace.utf8)
        for (own, usual) in Self.types
        where String(decoding: link.prefix(own.utf8.count), as: UTF8.self).lowercased() == own {
            return Array(usual.utf8) + link.dropFirst(own.utf8.count)
        }
        return link
    }

    var names: (issuer: String, name: String) { ("", KeyURI.label(of: link.span)) }

    func draft() throws(EntryError) -> AccountDraft { try AccountDraft(link: link) }
}

/// The encryption of a cotp database: Argon2id with fixed costs, then XChaCha20-Poly1305. All members are base64.
struct CotpEncryption {
    private let file: JSONFile

    init(_ file: JSONFile) { self.file = file }

    private static let saltCount = 16
    private static let cost = KeyDerivation.Argon2Cost(passes: 4, memory: 32768, lanes: 4)

    /// - Returns: the JSON of an export.
    func open(_ passphrase: Passphrase?, _ limits: ImportLimits) throws(SourceError) -> [UInt8] {
        let salt = try file.base64("salt", count: Self.saltCount)
        let nonce = try file.base64("nonce", count: XChaCha20Poly1305.nonceCount)
        let cipher = try file.base64("cipher", least: XChaCha20Poly1305.tagCount)
        let key = try limits.argon2(.id, passphrase: passphrase, salt: salt, cost: Self.cost)
        return try SourceError.decrypting(
            XChaCha20Poly1305.open(cipher, key: key, nonce: nonce, associatedData: []).copied())
    }
}
