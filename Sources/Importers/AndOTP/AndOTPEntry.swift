import Encodings
import TOTPDomain

/// An account of an andOTP backup.
package struct AndOTPEntry: Decodable, Sendable {
    package var type: LenientText?
    /// Base32; of Mobile-OTP accounts base32 of the hexadecimal text.
    package var secret: LenientText?
    /// Missing in files of old versions, which wrote `issuer - name` into the label.
    package var issuer: LenientText?
    package var label: LenientText?
    package var digits: LenientNumber?
    package var period: LenientNumber?
    package var counter: LenientNumber?
    package var algorithm: LenientText?
    package var tags: Lenient<[LenientText?]>?
}

extension AndOTPEntry: ExportedAccount {
    /// Old versions wrote both into the label, `issuer - name`.
    var names: (issuer: String, name: String) {
        let label = label.orEmpty
        guard issuer == nil, let separator = label.firstRange(of: " - ") else { return (issuer.orEmpty, label) }
        return (String(label[..<separator.lowerBound]), String(label[separator.upperBound...]))
    }

    func draft() throws(EntryError) -> AccountDraft {
        let kind = try kind(), text = try secret.checked("the secret")
        var draft = kind == .motp ? try Self.mobileOTP(text) : try AccountDraft(kind: kind, base32: text)
        try draft.take(algorithm: algorithm, digits: digits, period: period, counter: counter)
        draft.tags = (tags.value() ?? []).map(\.orEmpty)
        return draft
    }

    private static func mobileOTP(_ text: String?) throws(EntryError) -> AccountDraft {
        guard let text, !text.isBlank else { return try AccountDraft(hex: nil) }
        let digits = try OTPSecret.bytes(base32: Array(text.utf8).span)
        return try AccountDraft(kind: .motp, hex: String(decoding: digits, as: UTF8.self))
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
