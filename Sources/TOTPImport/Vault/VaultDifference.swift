package import TOTPDomain

/// The changes between two states of a vault, in words.
package enum VaultDifference {
    /// `remove:`, `change:` and `add:`, one line per account. Accounts that another program deleted count as removed.
    package static func lines(from old: [Account], to new: [Account]) -> [String] {
        let (old, new) = (old.filter { !$0.isDeleted }, new.filter { !$0.isDeleted })
        let before = Dictionary(old.map { ($0.id, $0) }) { first, _ in first }
        let after = Dictionary(new.map { ($0.id, $0) }) { first, _ in first }
        var lines: [String] = []
        for item in old {
            guard let other = after[item.id] else {
                lines.append("remove: \(item.label)")
                continue
            }
            let differences = AccountDifference.lines(item, other)
            if !differences.isEmpty { lines.append("change: \(item.label): \(differences.joined(separator: ", "))") }
        }
        return lines + new.filter { before[$0.id] == nil }.map { "add:    \($0.label)" }
    }
}
