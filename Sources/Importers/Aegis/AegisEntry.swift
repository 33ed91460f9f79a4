import Encodings
import TOTPDomain

extension AegisContent.Entry: ExportedAccount {
    var names: (issuer: String, name: String) { (issuer.orEmpty, name.orEmpty) }

    func draft() throws(EntryError) -> AccountDraft {
        let typeName = try type.checked("the type") ?? ""
        guard let kind = OTPKind(rawValue: typeName.lowercased()) else {
            throw EntryError(.typeUnknown, "the type \(typeName.quoted) is not one of totp, hotp, steam, motp, yandex")
        }
        guard let info = info.value() else {
            throw EntryError(.fieldDamaged, "the info of the entry is missing or damaged")
        }
        var draft = try AccountDraft(kind: kind, base32: try info.secret.checked("the secret"))
        // MD5 is a bug in the app, which never generates such codes.
        let algorithm = info.algo == .text("MD5") ? nil : info.algo
        try draft.take(algorithm: algorithm, digits: info.digits, period: info.period, counter: info.counter)
        if kind == .hotp, draft.counter == nil {
            throw EntryError(.counterOutOfRange, "the counter is missing", "look it up in the app")
        }
        if kind == .motp || kind == .yandex { draft.pin = try info.pin.checked("the PIN") }
        draft.note = note.orEmpty
        draft.isFavorite = favorite.value() ?? false
        return draft
    }
}
