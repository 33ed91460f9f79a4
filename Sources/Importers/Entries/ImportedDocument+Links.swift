import Encodings
import TOTPDomain

extension ImportedDocument {
    /// Adds the account of a link, and what a person should know of it.
    mutating func append(_ reading: KeyURI.Reading, at position: EntryPosition) {
        entries.append(.item(reading.item))
        if let warning = reading.warning { warnings.append("\(position) (\(reading.item.label)): \(warning)") }
    }

    /// Adds what `link` gives: an account, or a rejection that names the entry.
    ///
    /// - parameter label: issuer and name, as far as they can be read.
    mutating func append(
        at position: EntryPosition,
        label: @autoclosure () -> (issuer: String, name: String),
        link: () throws(EntryError) -> KeyURI.Reading
    ) {
        do throws(EntryError) {
            append(try link(), at: position)
        } catch {
            reject(at: position, label: label(), error)
        }
    }
}

extension TOTPItem {
    /// Puts in what an export states beside a link, by the rules that hold for all formats (`formats/README.md`).
    mutating func describe(issuer: String, name: String, note: String, tags: [String] = [], isFavorite: Bool = false) {
        (self.issuer, self.name) = AccountLabel.normalised(issuer: issuer, name: name)
        self.note = note.trimmingWhitespace.isEmpty ? nil : note
        self.tags = tags.map(\.trimmingWhitespace).filter { !$0.isEmpty }
        self.isFavorite = isFavorite
    }
}
