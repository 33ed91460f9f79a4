package import TOTPDomain

/// The changes between two states of a vault, in words.
package enum VaultDifference {
    /// The change of an account.
    package struct Change: Sendable, Hashable {
        package enum Kind: String, Sendable { case remove, change, add }

        package let kind: Kind
        /// The label of the account before the change; if it is new, its label now.
        package let label: String
        /// The fields that differ, each with both values.
        package let details: [String]

        package var line: String {
            let start = "\(kind == .add ? "add:   " : "\(kind.rawValue):") \(label)"
            return details.isEmpty ? start : "\(start): \(details.joined(separator: ", "))"
        }
    }

    /// `remove:`, `change:` and `add:`, one line per account.
    package static func lines(from old: [Account], to new: [Account]) -> [String] {
        changes(from: old, to: new).map(\.line)
    }

    /// A change for each account that differs. Accounts that another program deleted count as removed.
    package static func changes(from old: [Account], to new: [Account]) -> [Change] {
        let (old, new) = (old.filter { !$0.isDeleted }, new.filter { !$0.isDeleted })
        let before = Set(old.map(\.id))
        let after = Dictionary(new.map { ($0.id, $0) }) { first, _ in first }
        var changes: [Change] = []
        for account in old {
            guard let other = after[account.id] else {
                changes.append(Change(kind: .remove, label: account.label, details: []))
                continue
            }
            let differences = AccountDifference.lines(account, other)
            if !differences.isEmpty {
                changes.append(Change(kind: .change, label: account.label, details: differences))
            }
        }
        return changes + new.filter { !before.contains($0.id) }.map { Change(kind: .add, label: $0.label, details: []) }
    }
}
