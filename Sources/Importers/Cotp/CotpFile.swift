import CryptoPrimitives
import Encodings
import Links
import TOTPDomain

/// An account of cotp's plain export.
struct CotpElement: Decodable, ExportedAccount {
    /// Base32; of Mobile-OTP accounts hexadecimal.
    var secret: LenientText?
    var issuer: LenientText?
    var label: LenientText?
    var digits: LenientNumber?
    /// Missing for time-based accounts in old exports.
    var type: LenientText?
    var algorithm: LenientText?
    var period: LenientNumber?
    var counter: LenientNumber?
    var pin: LenientText?

    var names: (issuer: String, name: String) { (issuer.orEmpty, label.orEmpty) }

    func draft() throws(EntryError) -> AccountDraft {
        let name = try type.checked("the type") ?? "TOTP"
        guard let kind = OTPKind(rawValue: name.lowercased()) else {
            throw EntryError(.typeUnknown, "the type \(name.quoted) is not one of TOTP, HOTP, STEAM, YANDEX, MOTP")
        }
        let secret = try secret.checked("the secret")
        var draft =
            kind == .motp ? try AccountDraft(kind: kind, hex: secret) : try AccountDraft(kind: kind, base32: secret)
        try draft.take(algorithm: algorithm, digits: digits, period: period, counter: counter)
        if kind == .motp || kind == .yandex { draft.pin = try pin.checked("the PIN") }
        return draft
    }
}

/// A link of cotp's list: as in other apps, except for two types of its own.
struct CotpLink: Decodable, ExportedAccount {
    private let text: LenientText

    init(from decoder: any Decoder) throws { text = try LenientText(from: decoder) }

    /// How cotp's own types are written elsewhere: its Mobile-OTP secrets are hexadecimal too.
    private static let types = ["otpauth://yandex/": "otpauth://yaotp/", "otpauth://motp/": "motp://"]

    private var link: [UInt8] {
        let link = Array(Optional(text).orEmpty.trimmingWhitespace.utf8)
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
struct CotpEncryption: Decodable {
    private var nonce: LenientText?
    private var salt: LenientText?
    private var cipher: LenientText?

    private static let saltCount = 16
    private static let cost = KeyDerivation.Argon2Cost(passes: 4, memory: 32768, lanes: 4)

    /// Whether the file is a database.
    var isPresent: Bool { cipher != nil }

    /// - Returns: the JSON of an export.
    func open(_ passphrase: Passphrase?, _ limits: ImportLimits) throws(SourceError) -> [UInt8] {
        guard let salt = Base64.decode(salt.orEmpty), salt.count == Self.saltCount else { throw .incomplete("salt") }
        guard let nonce = Base64.decode(nonce.orEmpty), nonce.count == XChaCha20Poly1305.nonceCount else {
            throw .incomplete("nonce")
        }
        guard let cipher = Base64.decode(cipher.orEmpty), cipher.count >= XChaCha20Poly1305.tagCount else {
            throw .incomplete("cipher")
        }
        guard let passphrase else { throw .passphraseRequired }
        let key = try limits.argon2(.id, passphrase: passphrase, salt: salt, cost: Self.cost)
        return try SourceError.decrypting(
            XChaCha20Poly1305.open(cipher, key: key, nonce: nonce, associatedData: []).copied())
    }
}
