import AppFormats
import TOTPDomain

extension StratumAuthenticator: ExportedAccount {
    var names: (issuer: String, name: String) { (issuer.orEmpty, username.orEmpty) }

    func draft() throws(EntryError) -> AccountDraft {
        let kind = try kind()
        let secret = try secret.checked("the secret")
        var draft =
            kind == .motp ? try AccountDraft(kind: kind, hex: secret) : try AccountDraft(kind: kind, base32: secret)
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
}
