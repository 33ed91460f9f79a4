import TOTPDomain

/// An account of a Stratum backup.
struct StratumAuthenticator: Decodable, Sendable {
    /// 1 hotp, 2 totp, 3 motp, 4 steam, 5 yandex.
    var type: JSONNumber?
    var issuer: JSONText?
    var username: JSONText?
    /// Base32; of Mobile-OTP accounts hexadecimal.
    var secret: JSONText?
    var pin: JSONText?
    /// 0 SHA1, 1 SHA256, 2 SHA512.
    var algorithm: JSONNumber?
    var digits: JSONNumber?
    var period: JSONNumber?
    var counter: JSONNumber?

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

    func draft() throws(EntryProblem) -> AccountDraft {
        let kind = try kind()
        let secret = try secret.checked("the secret")
        var draft =
            kind == .motp
            ? AccountDraft(kind: kind, secret: try Self.bytes(hex: secret))
            : try AccountDraft(kind: kind, base32: secret)
        (draft.issuer, draft.name) = names
        let algorithm: JSONText? = kind.fixedParameters == nil ? .text(try algorithmName()) : nil
        try draft.take(algorithm: algorithm, digits: digits, period: period, counter: counter)
        if kind == .motp || kind == .yandex { draft.pin = try pin.checked("the PIN") }
        return draft
    }

    private func kind() throws(EntryProblem) -> OTPKind {
        switch try type.checked("the type", .typeUnknown) {
        case 1: return .hotp
        case 2: return .totp
        case 3: return .motp
        case 4: return .steam
        case 5: return .yandex
        case nil: throw EntryProblem(.typeUnknown, "the entry has no type")
        case let type?: throw EntryProblem(.typeUnknown, "the type \(type) is not one of 1 to 5")
        }
    }

    private func algorithmName() throws(EntryProblem) -> String {
        switch try algorithm.checked("the algorithm", .algorithmUnknown) {
        case nil, 0: return "SHA1"
        case 1: return "SHA256"
        case 2: return "SHA512"
        case let number?: throw EntryProblem(.algorithmUnknown, "the algorithm \(number) is not one of 0, 1, 2")
        }
    }

    private static func bytes(hex text: String?) throws(EntryProblem) -> [UInt8] {
        guard let text = text?.trimmingBlanks, !text.isEmpty else {
            throw EntryProblem(.secretMissing, "the entry holds no secret")
        }
        guard let bytes = ASCII.bytes(hex: Array(text.utf8).span) else {
            throw EntryProblem(.secretNotHex, "the secret of a Mobile-OTP account is hexadecimal, this one is not")
        }
        return bytes
    }
}
