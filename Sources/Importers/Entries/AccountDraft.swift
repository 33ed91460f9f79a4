import Encodings
import TOTPDomain

/// An account as an export states it, before the rules that hold for all formats (`formats/README.md`, The record every
/// importer yields).
struct AccountDraft: Sendable {
    var kind = OTPKind.totp
    var issuer = ""
    var name = ""
    /// The secret's bytes; of Yandex accounts the first 16 count.
    var secret: [UInt8]
    /// As the app names it; nil or "" is SHA1.
    var algorithm: String?
    var digits: Int64?
    var period: Int64?
    var counter: Int64?
    var pin: String?
    var note: String?
    var tags: [String] = []
    var isFavorite = false

    init(kind: OTPKind = .totp, secret: [UInt8]) {
        self.kind = kind
        self.secret = secret
    }

    /// Reads the secret as base32.
    ///
    /// - throws: ``EntryError`` with `secret-missing` where there is none.
    init(kind: OTPKind = .totp, base32 text: String?) throws(EntryError) {
        guard let text, !text.trimmingWhitespace.isEmpty else {
            throw EntryError(.secretMissing, "the entry holds no secret")
        }
        self.init(kind: kind, secret: try OTPSecret.bytes(base32: Array(text.utf8).span))
    }

    /// The account: names trimmed and without a doubled issuer, parameters checked or those that the kind prescribes.
    func item() throws(EntryError) -> TOTPItem {
        let (issuer, name) = AccountLabel.normalised(issuer: issuer, name: name)
        let tags = tags.map(\.trimmingWhitespace).filter { !$0.isEmpty }
        let note = note.flatMap { $0.trimmingWhitespace.isEmpty ? nil : $0 }
        return TOTPItem(
            issuer: issuer,
            name: name,
            secret: try OTPSecret(bytes: kind == .yandex ? yandexSecret() : secret),
            parameters: try OTPParameters(
                kind: kind,
                algorithm: kind.fixedParameters == nil ? OTPAlgorithm(named: algorithm ?? "") : .sha1,
                digits: digits,
                period: kind == .hotp ? nil : period,
                counter: kind == .hotp ? counter : nil
            ),
            pin: pin.flatMap { OTPPin($0) },
            note: note,
            tags: tags,
            isFavorite: isFavorite
        )
    }

    private func yandexSecret() throws(EntryError) -> [UInt8] {
        guard secret.count >= 16 else {
            throw EntryError(.secretTooShort, "a Yandex secret has 16 bytes, this one \(secret.count)")
        }
        return Array(secret.prefix(16))
    }
}
