import Encodings
import TOTPDomain

extension UnreadNames {
    /// - Parameters:
    ///   - name: as it is in the file.
    ///   - entries: the number of further entries with this name.
    mutating func add(raw name: String, entries: Int) { add(name.shownUnlessSecret ?? "…", entries: entries) }

    /// Notes the names of one entry that are not known, in alphabetical order: where they have none.
    mutating func add(_ names: some Sequence<String>, except known: Set<String>) {
        for name in names.filter({ !known.contains($0) }).sorted() { add(raw: name, entries: 1) }
    }
}

extension String {
    /// A name in a file, for people; nil for one without letters, and for one that may be a secret in the wrong place.
    var shownUnlessSecret: String? {
        let name = limitingMarks.trimmingWhitespace
        return name.isEmpty || name.looksLikeSecret ? nil : name.printable(limit: 60)
    }
}
