import TOTPDomain

/// Proves that an export contains every account that it should contain, with the same codes.
///
/// What was written is read back by the program's own readers, and compared with the accounts.
package struct ExportCheck: Sendable {
    /// The accounts that are in the export.
    private let written: [TOTPItem]
    /// Which of them the app shows under another name.
    private let renamed: Set<Int>
    private let generator: any TOTPGenerator
    private let time: Int64

    /// - parameters:
    ///   - items: the accounts that were to be written.
    ///   - time: an instant for which codes are compared, in seconds since 1970.
    package init(_ export: Export, of items: [TOTPItem], generator: any TOTPGenerator, time: Int64) {
        self.generator = generator
        self.time = time
        let leftOut = Set(export.leftOut.map(\.index))
        let lostNames = Set(export.losses.filter { $0.code == .name }.map(\.index))
        let lostPINs = Set(export.losses.filter { $0.code == .detail(.pin) }.map(\.index))
        // Most formats store everything: a copy of a large list would need much memory.
        guard !leftOut.isEmpty || !lostNames.isEmpty || !lostPINs.isEmpty else {
            self.written = items
            self.renamed = []
            return
        }
        var written: [TOTPItem] = []
        var renamed: Set<Int> = []
        for (index, item) in items.enumerated() where !leftOut.contains(index) {
            var item = item
            if lostPINs.contains(index) { item.pin = nil }
            if lostNames.contains(index) { renamed.insert(written.count) }
            written.append(item)
        }
        self.written = written
        self.renamed = renamed
    }

    /// How many accounts the export contains.
    package var count: Int { written.count }

    /// - parameter results: what was read back from a file that contains all accounts, or from all of its pictures.
    /// - throws: ``LedgerError``; what was written must not be used then.
    package func check(_ results: [SourceResult]) throws(LedgerError) {
        if let failure = results.lazy.compactMap(\.failure).first { throw .exportUnreadable(failure.problem) }
        var read: [TOTPItem] = []
        read.reserveCapacity(written.count)
        // Not flattened: a copy of a large list would need much memory.
        for result in results {
            for entry in result.entries {
                switch entry.outcome {
                case .item(let item): read.append(item)
                case .rejected(let rejection): throw .exportUnreadable(rejection.reason)
                }
            }
        }
        // The comparison is by secret, parameters and PIN, which codes depend on: codes of one instant are enough, and
        // those of 250,000 accounts take seconds.
        let comparison = AccountComparison(written, read, generator: generator, time: time, samples: 1)
        for finding in comparison.findings {
            switch finding {
            case .missing(let index): throw .codesDiffer(label: written[index].label)
            case .different(let index, _, _): throw .codesDiffer(label: written[index].label)
            case .extra(let index): throw .exportUnreadable("it contains one more account, \"\(read[index].label)\"")
            case .renamed(let index, let partner):
                guard renamed.contains(index) else {
                    throw .exportUnreadable("\"\(written[index].label)\" would be named \"\(read[partner].label)\"")
                }
            }
        }
    }
}
