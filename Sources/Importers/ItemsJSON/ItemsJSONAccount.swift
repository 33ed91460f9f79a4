import Encodings
import TOTPDomain

/// The file is this program's own, so a field with the wrong type is damage, even if no code depends on it.
extension ItemsJSONFile.Item: ExportedAccount {
    var names: (issuer: String, name: String) { (issuer.orEmpty.trimmingWhitespace, name.orEmpty.trimmingWhitespace) }

    func draft() throws(EntryError) -> AccountDraft {
        let typeName = try type.checked("the type") ?? ""
        guard let kind = OTPKind(rawValue: typeName) else {
            throw EntryError(.typeUnknown, "the type \(typeName.quoted) is not one of totp, hotp, steam, motp, yandex")
        }
        var draft = try AccountDraft(kind: kind, base32: try secret.checked("the secret"))
        // The first reader of the account already removed the issuer from the name; it must not be removed twice.
        draft.isVerbatim = true
        try draft.take(algorithm: algorithm, digits: digits, period: period, counter: counter)
        draft.pin = try pin.checked("the PIN")
        if kind == .hotp, draft.counter == nil {
            throw EntryError(.counterOutOfRange, "the counter is missing", "look it up where the account came from")
        }
        if case .text(let note) = note { draft.note = note } else { _ = try note.checked("the note") }
        guard tags == nil || tags.value() != nil else {
            throw EntryError(.fieldDamaged, "tags is not a list of strings")
        }
        guard favorite == nil || favorite.value() != nil else {
            throw EntryError(.fieldDamaged, "favorite is not true or false")
        }
        draft.tags = tags.value() ?? []
        draft.isFavorite = favorite.value() ?? false
        return draft
    }
}
