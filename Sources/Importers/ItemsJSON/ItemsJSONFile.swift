import Encodings
import TOTPDomain

/// The file (`Docs/formats/json.md`).
struct ItemsJSONFile: Decodable {
    var items: [Lenient<Item>]

    struct Head: Decodable {
        var format: String
        var version: Int64
    }

    struct Item: Decodable, Sendable {
        var type: LenientText?
        var issuer: LenientText?
        var name: LenientText?
        var secret: LenientText?
        var algorithm: LenientText?
        var digits: LenientNumber?
        var period: LenientNumber?
        var counter: LenientNumber?
        var pin: LenientText?
        var note: LenientText?
        var tags: Lenient<[String]>?
        var favorite: Lenient<Bool>?
    }
}

extension ItemsJSONFile.Item {
    /// As they stand there: whoever read the account first took the issuer off the name, and once is enough.
    var names: (issuer: String, name: String) { (issuer.orEmpty.trimmingWhitespace, name.orEmpty.trimmingWhitespace) }

    func item() throws(EntryError) -> TOTPItem {
        let typeName = try type.checked("the type") ?? ""
        guard let kind = OTPKind(rawValue: typeName) else {
            throw EntryError(
                .typeUnknown, "the type \(typeName.quoted) is not one of totp, hotp, steam, motp, yandex")
        }
        var draft = try AccountDraft(kind: kind, base32: try secret.checked("the secret"))
        try draft.take(algorithm: algorithm, digits: digits, period: period, counter: counter)
        draft.pin = try pin.checked("the PIN")
        if kind == .hotp, draft.counter == nil {
            throw EntryError(.counterOutOfRange, "the counter is missing; take it from where the account came from")
        }
        var item = try draft.item()
        (item.issuer, item.name) = names
        (item.note, item.tags, item.isFavorite) = try extras()
        return item
    }

    /// The file is this program's own, so what is not as it should be is damage, also where no code depends on it.
    private func extras() throws(EntryError) -> (note: String?, tags: [String], isFavorite: Bool) {
        var text: String?
        if case .text(let note) = note { text = note } else { _ = try note.checked("the note") }
        guard tags == nil || tags.value() != nil else {
            throw EntryError(.fieldDamaged, "the tags are no list of texts")
        }
        guard favorite == nil || favorite.value() != nil else {
            throw EntryError(.fieldDamaged, "favorite is neither true nor false")
        }
        return (text, tags.value() ?? [], favorite.value() ?? false)
    }
}
