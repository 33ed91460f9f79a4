import Encodings
import TOTPDomain

/// An account of a Stratum backup.
struct StratumAuthenticator: Decodable, Sendable {
    /// 1 hotp, 2 totp, 3 motp, 4 steam, 5 yandex.
    var type: LenientNumber?
    var issuer: LenientText?
    var username: LenientText?
    /// Base32; of Mobile-OTP accounts hexadecimal.
    var secret: LenientText?
    var pin: LenientText?
    /// 0 SHA1, 1 SHA256, 2 SHA512.
    var algorithm: LenientNumber?
    var digits: LenientNumber?
    var period: LenientNumber?
    var counter: LenientNumber?

    enum CodingKeys: String, CodingKey {
        case type = "Type"
        case issuer = "Issuer"
        case username = "Username"
        case secret = "Secret"
        case pin = "Pin"
        case algorithm = "Algorithm"
        case digits = "Digits"
        case period = "Period"
        case counter = "Counter"
    }

    var names: (issuer: String, name: String) { (issuer.orEmpty, username.orEmpty) }

    func draft() throws(EntryError) -> AccountDraft {
        let kind = try kind()
        let secret = try secret.checked("the secret")
        var draft =
            kind == .motp
            ? AccountDraft(kind: kind, secret: try Self.bytes(hex: secret))
            : try AccountDraft(kind: kind, base32: secret)
        (draft.issuer, draft.name) = names
        let algorithm: LenientText? = kind.fixedParameters == nil ? .text(try algorithmName()) : nil
        try draft.take(algorithm: algorithm, digits: digits, period: period, counter: counter)
        if kind == .motp || kind == .yandex { draft.pin = try pin.checked("the PIN") }
        return draft
    }

    private func kind() throws(EntryError) -> OTPKind {
        switch try type.checked("the type", .typeUnknown) {
        case 1: return .hotp
        case 2: return .totp
        case 3: return .motp
        case 4: return .steam
        case 5: return .yandex
        case nil: throw EntryError(.typeUnknown, "the entry has no type")
        case let type?: throw EntryError(.typeUnknown, "the type \(type) is not one of 1 to 5")
        }
    }

    private func algorithmName() throws(EntryError) -> String {
        switch try algorithm.checked("the algorithm", .algorithmUnknown) {
        case nil, 0: return "SHA1"
        case 1: return "SHA256"
        case 2: return "SHA512"
        case let number?: throw EntryError(.algorithmUnknown, "the algorithm \(number) is not one of 0, 1, 2")
        }
    }

    private static func bytes(hex text: String?) throws(EntryError) -> [UInt8] {
        guard let text = text?.trimmingWhitespace, !text.isEmpty else {
            throw EntryError(.secretMissing, "the entry holds no secret")
        }
        guard let bytes = ASCII.bytes(hex: Array(text.utf8).span) else {
            throw EntryError(.secretNotHex, "the secret of a Mobile-OTP account is hexadecimal, this one is not")
        }
        return bytes
    }
}
