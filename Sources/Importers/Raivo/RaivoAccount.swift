import Encodings
import TOTPDomain

extension RaivoEntry: ExportedAccount {
    var names: (issuer: String, name: String) { (issuer.orEmpty, account.orEmpty) }

    /// An issuer named Steam does not make it a Steam account: the app knows none.
    func draft() throws(EntryError) -> AccountDraft {
        var draft = try AccountDraft(kind: try otpKind(), base32: try secret.checked("the secret"))
        try draft.take(algorithm: algorithm, digits: digits, period: timer, counter: counter)
        return draft
    }

    private func otpKind() throws(EntryError) -> OTPKind {
        guard let name = try kind.checked("the type") else { throw EntryError(.typeUnknown, "the entry has no type") }
        switch name.trimmingWhitespace.uppercased() {
        case "TOTP": return .totp
        case "HOTP": return .hotp
        default: throw EntryError(.typeUnknown, "the type \(name.quoted) is not one of TOTP, HOTP")
        }
    }
}
