package import Encodings
package import TOTPDomain

/// Changes to accounts that were shown before. All of them are made, or none.
package struct VaultEdits: Sendable {
    private var edits: [(before: Account, after: Account?)] = []

    package init() {}

    /// - Parameters:
    ///   - before: the account as it was shown.
    ///   - after: as it is to be; nil to remove it.
    package mutating func change(_ before: Account, to after: Account?) {
        edits.append((before, after))
    }

    /// - Parameter shown: the content that is compared with the accounts as they were shown, if not `content` itself:
    ///   the same accounts before an import, in this order.
    /// - Throws: ``VaultConflict`` if an account has changed since it was shown; then nothing is changed.
    package func apply(to content: inout VaultContent, shown: VaultContent? = nil) throws(VaultConflict) {
        var places: [Account.ID: Int] = [:]
        let before = (shown ?? content).items
        for (index, account) in before.enumerated() { places[account.id] = index }
        var items: [Account?] = content.items
        for edit in edits {
            guard let place = places[edit.before.id], before[place] == edit.before, items[place]?.id == edit.before.id
            else { throw VaultConflict() }
            items[place] = edit.after
        }
        content.items = items.compactMap { $0 }
    }
}

/// Another program changed the vault since its accounts were shown.
package struct VaultConflict: Error, Advised, Sendable, Hashable {
    package let problem = "another program changed the vault meanwhile"
    package let advice: Advice? = .text("run this again")

    package init() {}
}
