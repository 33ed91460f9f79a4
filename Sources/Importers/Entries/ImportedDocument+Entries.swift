import Encodings
import TOTPDomain

extension ImportedDocument {
    /// Adds what `draft` gives: an account, or a rejection that names the entry.
    ///
    /// - parameter label: issuer and name, as far as they can be read.
    mutating func append(
        at position: EntryPosition,
        label: (issuer: String, name: String) = ("", ""),
        _ draft: () throws(EntryError) -> AccountDraft
    ) {
        do throws(EntryError) {
            entries.append(.item(try draft().item()))
        } catch {
            reject(at: position, label: label, error)
        }
    }

    mutating func reject(
        at position: EntryPosition, label: (issuer: String, name: String) = ("", ""), _ problem: EntryError
    ) {
        let isNamed = !(label.issuer.trimmingWhitespace.isEmpty && label.name.trimmingWhitespace.isEmpty)
        let text =
            isNamed
            ? AccountLabel.text(issuer: label.issuer.trimmingWhitespace, name: label.name.trimmingWhitespace) : ""
        entries.append(.rejected(EntryRejection(position: position, label: text, problem: problem)))
    }
}

extension ImportLimits {
    /// - throws: ``SourceError`` with `limit-exceeded`.
    func check(entries count: Int) throws(SourceError) {
        guard count <= entries else {
            throw SourceError(.limitExceeded, "\(count) entries; more than \(entries) are not read at a time")
        }
    }
}
