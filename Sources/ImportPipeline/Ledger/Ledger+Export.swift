import TOTPDomain

extension Ledger {
    /// Records what an export does not contain: an account that was not written is a rejected entry, a lost detail is a
    /// loss.
    ///
    /// - parameters:
    ///   - export: what was written.
    ///   - items: the accounts that were to be written.
    package mutating func take(_ export: Export, of items: [TOTPItem]) {
        losses = export.losses.sorted { $0.index < $1.index }.compactMap { loss in
            items.indices.contains(loss.index) ? Loss(label: items[loss.index].label, loss: loss) : nil
        }
        guard !export.leftOut.isEmpty else { return }
        var leftOut: [AccountIdentity: LeftOutItem] = [:]
        for item in export.leftOut where items.indices.contains(item.index) {
            leftOut[AccountIdentity(items[item.index])] = item
        }
        for source in sources.indices {
            for (index, outcome) in sources[source].outcomes.enumerated() {
                // A duplicate of an account that was not written is not in the export either.
                guard case .merged(let item, _) = outcome, let reason = leftOut[AccountIdentity(item)] else { continue }
                sources[source].outcomes[index] = .rejected(
                    EntryRejection(
                        position: EntryPosition(entry: index + 1), label: item.label,
                        problem: EntryError(reason.code, reason.reason)))
                sources[source].result.status = .partial
                unwritten += 1
            }
        }
    }
}
