import Encodings
import TOTPDomain

/// The accounts of an Aegis vault.
struct AegisContent: Decodable {
    var entries: [Lenient<Entry>]
    var groups: [Lenient<Group>]?

    struct Group: Decodable, Sendable {
        var uuid: String
        var name: String
    }

    struct Entry: Decodable, Sendable {
        var type: LenientText?
        var name: LenientText?
        var issuer: LenientText?
        var note: LenientText?
        var favorite: Lenient<Bool>?
        /// A name, up to version 2.
        var group: LenientText?
        /// Identifiers, from version 3 on.
        var groups: Lenient<[String]>?
        var info: Lenient<Info>?
    }

    struct Info: Decodable, Sendable {
        var secret: LenientText?
        var algo: LenientText?
        var digits: LenientNumber?
        var period: LenientNumber?
        var counter: LenientNumber?
        var pin: LenientText?
    }

    func document(as format: FormatID) -> ImportedDocument {
        let groupNames = Dictionary(
            (groups ?? []).compactMap(\.value).map { ($0.uuid, $0.name) }, uniquingKeysWith: { first, _ in first })
        var document = ImportedDocument(format: format, entries: [])
        for (index, entry) in entries.enumerated() {
            let position = EntryPosition(entry: index + 1)
            let label = (entry.value?.issuer.orEmpty ?? "", entry.value?.name.orEmpty ?? "")
            document.append(at: position, label: label) { () throws(EntryError) in
                guard let entry = entry.value else { throw EntryError(.fieldDamaged, "the entry is not an object") }
                return try Self.draft(entry, groupNames)
            }
        }
        return document
    }

    private static func draft(_ entry: Entry, _ groupNames: [String: String]) throws(EntryError) -> AccountDraft {
        let typeName = try entry.type.checked("the type") ?? ""
        guard let kind = OTPKind(rawValue: typeName.lowercased()) else {
            throw EntryError(
                .typeUnknown, "the type \(typeName.quoted) is not one of totp, hotp, steam, motp, yandex")
        }
        guard let info = entry.info.value() else { throw EntryError(.fieldDamaged, "the entry has no info") }
        var draft = try AccountDraft(kind: kind, base32: try info.secret.checked("the secret"))
        draft.issuer = entry.issuer.orEmpty
        draft.name = entry.name.orEmpty
        draft.algorithm = try info.algo.checked("the algorithm")
        // A bug of the app: it never made such codes.
        if kind != .motp, draft.algorithm == "MD5" { draft.algorithm = nil }
        draft.digits = try info.digits.checked("the number of digits", .digitsOutOfRange)
        draft.period = try info.period.checked("the period", .periodOutOfRange)
        draft.counter = try info.counter.checked("the counter", .counterOutOfRange)
        if kind == .hotp, draft.counter == nil {
            throw EntryError(.counterOutOfRange, "the counter is missing; take it from the app")
        }
        draft.pin = try info.pin.checked("the PIN")
        draft.note = entry.note.orEmpty
        draft.isFavorite = entry.favorite.value() ?? false
        draft.tags = (entry.groups.value() ?? []).compactMap { groupNames[$0] } + [entry.group.orEmpty]
        return draft
    }
}
