import TOTPDomain

/// Proves that a file has the accounts that it had, and the ones that were added.
package enum AddedCodes {
    /// - Parameters:
    ///   - before: what was read from the old file.
    ///   - after: what was read back from the new one.
    /// - Throws: ``LedgerError``; the new file must not be used then.
    package static func check(
        _ added: [TOTPItem], before: ImportedDocument, after: ImportedDocument, generator: any TOTPGenerator,
        time: Int64
    ) throws(LedgerError) {
        let (old, new) = (before.accounts, after.accounts)
        guard before.entries.count - old.count == after.entries.count - new.count else {
            throw .exportUnreadable("it contains another number of damaged entries")
        }
        let comparison = AccountComparison(old + added, new, generator: generator, time: time, samples: 1)
        for finding in comparison.findings {
            switch finding {
            case .missing(let index), .different(let index, _, _):
                throw .codesDiffer(label: (old + added)[index].label)
            case .extra(let index): throw .exportUnreadable("it contains one more account, \"\(new[index].label)\"")
            // Some programs take the names of the login, which it keeps.
            case .renamed: break
            }
        }
    }
}
