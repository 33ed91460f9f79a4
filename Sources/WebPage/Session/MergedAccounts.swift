import Encodings
import ImportPipeline
import TOTPDomain
import TOTPImport

/// A change that the user made to an account on the page.
enum AccountChange: Sendable, Hashable {
    case changed(Account)
    case deleted

    /// Nil for a deleted account.
    var account: Account? { if case .changed(let account) = self { account } else { nil } }
}

/// The accounts that the page shows, and the outcome of every entry of every input.
struct MergedAccounts: Sendable {
    /// With edits, without deleted accounts.
    private(set) var items: [Account] = []
    /// The outcomes of the inputs, by their id.
    private(set) var sources: [String: [Ledger.Source]] = [:]
    /// The accounts of the inputs that are not saved.
    private(set) var accountsBeforeEdits: [Account] = []
    private var places: [Account.ID: Int] = [:]
    /// Entries are found by their identity before an edit.
    private var identities: [AccountIdentity: Account.ID] = [:]

    /// The inputs that it was made of.
    private var inputs: [MergedInput] = []
    private let base: VaultContent
    private let edits: [Account.ID: AccountChange]
    /// The outcomes of the inputs that are not saved.
    private var unsaved: GrowingLedger

    init(inputs: [SessionInput], base: VaultContent, edits: [Account.ID: AccountChange]) throws {
        self.base = base
        self.edits = edits
        unsaved = GrowingLedger(base)
        try add(inputs)
    }

    /// The outcomes of all inputs, in order.
    var ledger: Ledger {
        var ledger = unsaved.ledger
        ledger.sources = inputs.flatMap { sources[$0.id] ?? [] }
        return ledger
    }

    /// Takes inputs that were added, without merging those before them again.
    ///
    /// - Returns: false if more than that has changed, or an outcome could; then nothing has changed here.
    mutating func grow(
        _ inputs: [SessionInput], base: VaultContent, edits: [Account.ID: AccountChange]
    ) throws -> Bool {
        guard inputs.count >= self.inputs.count, zip(self.inputs, inputs).allSatisfy({ $0.isMade(of: $1) }) else {
            return false
        }
        let new = inputs.dropFirst(self.inputs.count)
        guard new.allSatisfy({ $0.saved == nil && GrowingLedger.canAdd($0.results) }), base == self.base,
            edits == self.edits
        else { return false }
        if !new.isEmpty { try add(new) }
        return true
    }

    private mutating func add(_ new: some Collection<SessionInput>) throws {
        try unsaved.add(new.filter { $0.saved == nil }.flatMap(\.results))
        var rest = unsaved.ledger.sources.suffix(new.reduce(0) { $0 + ($1.saved == nil ? $1.results.count : 0) })
        for input in new {
            inputs.append(MergedInput(input))
            if let saved = input.saved {
                sources[input.id] = saved
            } else {
                sources[input.id] = Array(rest.prefix(input.results.count))
                rest = rest.dropFirst(input.results.count)
            }
        }
        let (knownBefore, shownBefore) = (accountsBeforeEdits.count, items.count)
        // Most often nothing is deleted, and nothing has to be copied.
        let all = unsaved.items
        accountsBeforeEdits = all.contains { $0.isDeleted } ? all.filter { !$0.isDeleted } : all
        items =
            edits.isEmpty
            ? accountsBeforeEdits
            : accountsBeforeEdits.compactMap { account in edits[account.id].map(\.account) ?? account }
        // Further accounts come last, and the identities of the others stay.
        for index in shownBefore..<items.count { places[items[index].id] = index }
        for account in accountsBeforeEdits[knownBefore...] where places[account.id] != nil {
            identities[AccountIdentity(account)] = account.id
        }
    }

    func place(_ id: Account.ID) -> Int? { places[id] }

    subscript(id: Account.ID) -> Account? { places[id].map { items[$0] } }

    /// The account that an entry became, or that it is a duplicate of.
    func account(of account: Account) -> Account? { identities[AccountIdentity(account)].flatMap { self[$0] } }

    /// The accounts with some ids, in the order of the list.
    ///
    /// - Throws: ``Problem`` if an account does not exist.
    func items(_ ids: [Account.ID]?) throws -> [Account] {
        guard let ids else { return items }
        let places = try ids.map { id in
            guard let place = self.places[id] else { throw Problem.notFound }
            return place
        }
        return places.distinct.map { items[$0] }
    }
}

private struct MergedInput: Sendable {
    let id: String
    private let results: [SourceResult]
    private let saved: [Ledger.Source]?

    init(_ input: SessionInput) { (id, results, saved) = (input.id, input.results, input.saved) }

    /// Whether it is this input, unchanged. A list that was changed has another place in memory than the list that is
    /// kept here, so no elements are compared.
    func isMade(of input: SessionInput) -> Bool {
        id == input.id && results.isSameList(as: input.results)
            && (saved == nil) == (input.saved == nil) && (saved ?? []).isSameList(as: input.saved ?? [])
    }
}

extension Array {
    fileprivate func isSameList(as other: [Element]) -> Bool {
        count == other.count
            && withUnsafeBufferPointer { own in other.withUnsafeBufferPointer { own.baseAddress == $0.baseAddress } }
    }
}
