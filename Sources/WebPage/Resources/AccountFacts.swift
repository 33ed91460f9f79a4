import Encodings
import Links
import Platform
import TOTPDomain
import TOTPImport

/// The facts about each account in the list, without secrets.
struct AccountFacts {
    private let items: [Account]
    /// The ids in the vault that were not changed, or in a file that was downloaded.
    private let saved: Set<Account.ID>
    private let settled: Set<AccountPair>
    /// The groups of accounts that may be the same account, by the places of the accounts.
    private var groups: [Int: [DuplicateGroup]] = [:]

    /// - Parameter base: the content of the vault; nil without a vault.
    init(
        _ items: [Account], base: VaultContent?, downloaded: Set<Account.ID>,
        _ edits: [Account.ID: AccountChange], settled: Set<AccountPair>
    ) {
        (self.items, self.settled) = (items, settled)
        saved = base.map { Set($0.items.map(\.id)).subtracting(edits.keys) } ?? downloaded
        for group in DuplicateGroup.groups(of: items) {
            for place in group.places { groups[place, default: []].append(group) }
        }
    }

    func json(_ place: Int) -> OrderedJSON {
        let item = items[place]
        let parameters = item.parameters
        let same = groups[place, default: []].flatMap { group in
            group.places.filter { other in
                other != place && !settled.contains(AccountPair(item.id, items[other].id))
            }.prefix(Self.shownTwins).map { other in
                OrderedJSON.object([
                    "reason": group.reason == .sameSecret ? "secret" : "name",
                    "id": .string(items[other].id.uuidString),
                    "label": .string(items[other].label),
                ])
            }
        }
        return .object([
            "id": .string(item.id.uuidString), "row": .integer(place + 1), "issuer": .string(item.issuer),
            "name": .string(item.name), "label": .string(item.label), "type": .string(parameters.kind.rawValue),
            "algorithm": .string(parameters.algorithm.rawValue), "digits": .integer(parameters.digits),
            "period": parameters.period.map { .integer($0) }, "counter": parameters.counter.map { .integer($0) },
            "hasPin": item.pin == nil ? nil : true, "note": item.note.map { .string($0) },
            "shownNote": item.note.flatMap { note in
                let shown = note.withoutSecrets
                return shown == note ? nil : .string(shown)
            },
            "tags": item.tags.isEmpty ? nil : .array(item.tags.map { .string($0) }),
            "favorite": item.isFavorite ? true : nil, "token": item.token?.json(),
            "format": item.source.map { .string($0.format.rawValue) },
            "from": item.source.flatMap { Self.origins[$0.format] }.map { .string($0) },
            "imported": item.source.map { .integer($0.importedAt.secondsSince1970) },
            "created": .integer(item.createdAt.secondsSince1970), "updated": .integer(item.updatedAt.secondsSince1970),
            "unsaved": saved.contains(item.id) ? nil : true, "same": same.isEmpty ? nil : .array(same),
        ])
    }

    private static let shownTwins = 10

    /// Where accounts come from, for people: an app, or a kind of file.
    private static let origins = Dictionary(
        uniqueKeysWithValues: FormatEntry.formats().map { ($0.id, $0.group == .file ? $0.file : $0.app) })
}
