import Encodings
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
