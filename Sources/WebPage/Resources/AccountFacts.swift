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
        let account = items[place]
        let parameters = account.parameters
        let same = groups[place, default: []].flatMap { group in
            group.places.filter { other in
                other != place && !settled.contains([account.id, items[other].id])
            }.prefix(Self.shownTwins).map { other in
                OrderedJSON.object([
                    "reason": group.reason == .sameSecret ? "secret" : "name",
                    "id": .string(items[other].id.uuidString),
                    "label": .string(items[other].label),
                ])
            }
        }
        return .object([
            "id": .string(account.id.uuidString), "row": .integer(place + 1), "issuer": .string(account.issuer),
            "name": .string(account.name), "label": .string(account.label), "type": .string(parameters.kind.rawValue),
            "algorithm": .string(parameters.algorithm.rawValue), "digits": .integer(parameters.digits),
            "period": parameters.period.map { .integer($0) }, "counter": parameters.counter.map { .integer($0) },
            "hasPin": account.pin == nil ? nil : true, "note": account.note.map { .string($0) },
            "shownNote": account.note.flatMap { note in
                let shown = note.withoutSecrets
                return shown == note ? nil : .string(shown)
            },
            "tags": account.tags.isEmpty ? nil : .array(account.tags.map { .string($0) }),
            "favorite": account.isFavorite ? true : nil, "token": account.token?.json(),
            "format": account.source.map { .string($0.format.rawValue) },
            "from": account.source.flatMap { Self.origins[$0.format] }.map { .string($0) },
            "imported": account.source.map { .integer($0.importedAt.secondsSince1970) },
            "created": .integer(account.createdAt.secondsSince1970),
            "updated": .integer(account.updatedAt.secondsSince1970),
            "unsaved": saved.contains(account.id) ? nil : true, "same": same.isEmpty ? nil : .array(same),
        ])
    }

    private static let shownTwins = 10

    /// Where accounts come from, for people: an app, or a kind of file.
    private static let origins = Dictionary(
        uniqueKeysWithValues: FormatEntry.formats().map { ($0.id, $0.group == .file ? $0.file : $0.app) })
}
