import Encodings
import TOTPDomain

/// An account of an andOTP backup.
struct AndOTPEntry: Decodable, Sendable {
    var type: LenientText?
    /// Base32; of Mobile-OTP accounts base32 of the hexadecimal text.
    var secret: LenientText?
    /// Missing in files of old versions.
    var issuer: LenientText?
    var label: LenientText?
    var digits: LenientNumber?
    var period: LenientNumber?
    var counter: LenientNumber?
    var algorithm: LenientText?
    var tags: Lenient<[LenientText?]>?

    /// Issuer and name. Old versions wrote both into the label, `issuer - name`.
    var names: (issuer: String, name: String) {
        let label = label.orEmpty
        guard issuer == nil, let separator = label.firstRange(of: " - ") else { return (issuer.orEmpty, label) }
        return (String(label[..<separator.lowerBound]), String(label[separator.upperBound...]))
    }

    func draft() throws(EntryError) -> AccountDraft {
        var draft = try AccountDraft(kind: try kind(), base32: try secret.checked("the secret"))
        if draft.kind == .motp {
            guard let secret = ASCII.bytes(hex: draft.secret.span) else {
                throw EntryError(
                    .secretNotHex, "the secret of a Mobile-OTP account is hexadecimal, this one is not")
            }
            draft.secret = secret
        }
        (draft.issuer, draft.name) = names
        try draft.take(algorithm: algorithm, digits: digits, period: period, counter: counter)
        draft.tags = (tags.value() ?? []).map(\.orEmpty)
        return draft
    }

    private func kind() throws(EntryError) -> OTPKind {
        guard let name = try type.checked("the type") else { throw EntryError(.typeUnknown, "the entry has no type") }
        switch name.uppercased() {
        case "TOTP": return .totp
        case "HOTP": return .hotp
        case "STEAM": return .steam
        case "MOTP": return .motp
        default: throw EntryError(.typeUnknown, "the type \(name.quoted) is not one of TOTP, HOTP, STEAM, MOTP")
        }
    }
}
