import TOTPDomain

extension ImportedDocument {
    /// Adds what `draft` gives: an account, or a rejection that names the entry.
    ///
    /// - parameter label: issuer and name, as far as they can be read.
    mutating func append(
        at position: EntryPosition,
        label: (issuer: String, name: String) = ("", ""),
        _ draft: () throws(EntryProblem) -> AccountDraft
    ) {
        do throws(EntryProblem) {
            entries.append(.item(try draft().item()))
        } catch {
            reject(at: position, label: label, error)
        }
    }

    mutating func reject(
        at position: EntryPosition, label: (issuer: String, name: String) = ("", ""), _ problem: EntryProblem
    ) {
        let isNamed = !(label.issuer.trimmingBlanks.isEmpty && label.name.trimmingBlanks.isEmpty)
        let text =
            isNamed ? AccountLabel.text(issuer: label.issuer.trimmingBlanks, name: label.name.trimmingBlanks) : ""
        entries.append(.rejected(EntryRejection(position: position, label: text, problem: problem)))
    }
}

extension ImportLimits {
    /// - throws: ``SourceFailure`` with `limit-exceeded`.
    func check(entries count: Int) throws(SourceFailure) {
        guard count <= entries else {
            throw SourceFailure(.limitExceeded, "\(count) entries; more than \(entries) are not read at a time")
        }
    }
}
