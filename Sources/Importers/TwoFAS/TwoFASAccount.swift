import Encodings
import TOTPDomain

extension TwoFASService: ExportedAccount {
    /// The service's name was chosen by the user; `issuer` is the site's own name.
    var names: (issuer: String, name: String) {
        let token = otp.value()
        let given = name.orEmpty
        return (given.isBlank ? (token?.issuer).orEmpty : given, (token?.account).orEmpty)
    }

    /// Whether the file contains the parameters of the codes; schemas 1 and 2 do not.
    var hasKind: Bool { !(otp.value()?.tokenType).orEmpty.isEmpty }

    func draft() throws(EntryError) -> AccountDraft {
        if let otp, otp.value == nil { throw EntryError(.fieldDamaged, "the field otp is not an object") }
        let token = otp.value()
        var draft = try AccountDraft(kind: try kind(token), base32: try secret.checked("the secret"))
        try draft.take(
            algorithm: token?.algorithm, digits: token?.digits, period: token?.period, counter: token?.counter)
        return draft
    }

    private func kind(_ token: Token?) throws(EntryError) -> OTPKind {
        guard let name = try (token?.tokenType).checked("the type") else { return .totp }
        switch name.uppercased() {
        case "TOTP": return .totp
        case "HOTP": return .hotp
        case "STEAM": return .steam
        default: throw EntryError(.typeUnknown, "the type \(name.quoted) is not one of TOTP, HOTP, STEAM")
        }
    }
}
