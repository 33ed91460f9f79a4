import Encodings
import TOTPDomain

/// An account of CloudOTP.
struct CloudOTPToken: ExportedAccount {
    private let token: JSONValue

    private static let kinds: [OTPKind] = [.totp, .hotp, .motp, .steam, .yandex]
    private static let motpPeriod: Int64 = 10

    init(_ token: JSONValue) { self.token = token }

    var id: String { token["uid"].name }

    var names: (issuer: String, name: String) { (token["issuer"].name, token["account"].name) }

    func draft() throws(EntryError) -> AccountDraft {
        let kind = try kind()
        let secret = try (token["secret"]?.text).checked("the secret")
        var draft =
            try kind == .motp ? AccountDraft(kind: kind, hex: secret) : AccountDraft(kind: kind, base32: secret)
        try draft.take(
            algorithm: token["algorithm"]?.text, digits: token["digits"]?.number, period: token["period"]?.number,
            counter: token["counter"]?.number)
        if kind == .motp { try checkPeriod() }
        if kind == .motp || kind == .yandex { draft.pin = token["pin"].name }
        draft.note = token["description"].name
        draft.isFavorite = token["pinned"].isSet
        return draft
    }

    private func kind() throws(EntryError) -> OTPKind {
        let index = try (token["token_type"]?.number).checked("the type", .typeUnknown) ?? 0
        guard let place = Int(exactly: index), Self.kinds.indices.contains(place) else {
            throw EntryError(.typeUnknown, "the type must be 0 to \(Self.kinds.count - 1), not \(index)")
        }
        return Self.kinds[place]
    }

    /// The app generates codes with any period, although servers know only one.
    private func checkPeriod() throws(EntryError) {
        let period = try (token["period"]?.number).checked("the period", .periodOutOfRange) ?? Self.motpPeriod
        guard period == Self.motpPeriod else {
            throw EntryError(
                .periodOutOfRange,
                "the period of Mobile-OTP must be \(Self.motpPeriod), not \(period)", "correct it in CloudOTP")
        }
    }
}
