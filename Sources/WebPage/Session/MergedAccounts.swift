import ImportPipeline
import TOTPDomain
import TOTPImport

/// A change that the user made to an account on the page.
enum AccountChange: Sendable, Hashable {
    case changed(TOTPItem)
    case deleted

    /// Nil for a deleted one.
    var account: TOTPItem? { if case .changed(let item) = self { item } else { nil } }
}

/// The accounts that the page shows, and the outcome of every entry of every input.
struct MergedAccounts: Sendable {
    /// With edits, without deleted ones.
    let items: [TOTPItem]
    /// The outcomes of the inputs, by their id.
    private(set) var sources: [String: [Ledger.Source]] = [:]
    /// The outcomes of all inputs, in order.
    private(set) var ledger: Ledger
    /// Of the inputs that are not saved.
    let accountsBeforeEdits: [TOTPItem]
    private let places: [TOTPItem.ID: Int]
    private let identities: [AccountIdentity: TOTPItem.ID]

    init(inputs: [SessionInput], base: VaultContent, edits: [TOTPItem.ID: AccountChange]) throws {
        let unsaved = inputs.filter { $0.saved == nil }
        var content = base
        let run = ImportRun(reader: Parts.standard.reader(), jobs: 1)
        ledger = try run.merge(unsaved.flatMap(\.results), into: &content, now: .wholeSecondNow)
        var rest = ledger.sources[...]
        for input in inputs {
            if let saved = input.saved {
                sources[input.id] = saved
            } else {
                sources[input.id] = Array(rest.prefix(input.results.count))
                rest = rest.dropFirst(input.results.count)
            }
        }
        let known = content.items.filter { !$0.isDeleted }
        accountsBeforeEdits = known
        items =
            edits.isEmpty ? known : known.compactMap { item in edits[item.id].map(\.account) ?? item }
        var places: [TOTPItem.ID: Int] = [:]
        for (index, item) in items.enumerated() { places[item.id] = index }
        self.places = places
        // Entries are found by their identity before an edit.
        var identities: [AccountIdentity: TOTPItem.ID] = [:]
        for item in known where places[item.id] != nil { identities[AccountIdentity(item)] = item.id }
        self.identities = identities
        ledger.sources = inputs.flatMap { sources[$0.id] ?? [] }
    }

    /// The place of an account in the list.
    func place(_ id: TOTPItem.ID) -> Int? { places[id] }

    subscript(id: TOTPItem.ID) -> TOTPItem? { places[id].map { items[$0] } }

    /// The account that an entry became, or that it is a duplicate of.
    func account(of item: TOTPItem) -> TOTPItem? { identities[AccountIdentity(item)].flatMap { self[$0] } }

    /// The accounts with some ids, in the order of the list.
    ///
    /// - Throws: ``Problem`` if one is not there.
    func items(_ ids: [TOTPItem.ID]?) throws -> [TOTPItem] {
        guard let ids else { return items }
        let places = try ids.map { id in
            guard let place = self.places[id] else { throw Problem.notFound }
            return place
        }
        var seen = Set<Int>()
        return places.filter { seen.insert($0).inserted }.map { items[$0] }
    }
}
