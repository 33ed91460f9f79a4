internal import Encodings
internal import TOTPDomain

/// Finds apps by the names that people use: `google`, `2fas auth`, `Okta`.
package enum AppNames {
    /// The apps that a name fits best, and others that it may mean.
    package struct Match {
        package var best: [FormatEntry] = []
        package var others: [FormatEntry] = []
    }

    /// Words that people add to names.
    private static let fillers: Set<String> = [
        "app", "auth", "authenticator", "mobile", "password", "manager", "export",
    ]

    /// The words of an app's names, with which each search compares what was typed.
    private struct Words {
        /// `Apple Passwords, Safari` is two names. Text in parentheses is not a name.
        let names: [[String]]
        let id: [String], listed: [String]
        /// The names, and the ids that are names, too: a short one, and that of a file which is not an app's.
        let whole: [[String]]

        init(_ entry: FormatEntry) {
            let app = entry.app.withoutParentheses, known = KnownApp.all[entry.id]
            names = (app.split(separator: ",").map(String.init) + (known?.otherNames ?? [])).map(words)
            id = words(entry.id.rawValue)
            listed = words(entry.app) + id
            let shortID = known?.shortID.map { [words($0)] } ?? []
            whole = names + shortID + (entry.group == .file && entry.withoutExport == nil ? [id] : [])
        }
    }

    private static let known = Dictionary(AppSearch.apps.map { ($0.id, Words($0)) }) { first, _ in first }

    private static func known(_ entry: FormatEntry) -> Words { known[entry.id] ?? Words(entry) }

    package static func match(_ typed: String, in entries: [FormatEntry]) -> Match {
        let words = words(typed)
        let found = match(words, in: entries)
        guard found.best.isEmpty else { return found }
        // Without its first word, Password Safe is not SafeInCloud.
        let rest = words.filter { !fillers.contains($0) }
        return match(rest, in: entries.filter { has(rest, $0) })
    }

    /// Whether an app has all words of a name, and not only their beginnings.
    package static func has(_ typed: String, _ entry: FormatEntry) -> Bool { has(words(typed), entry) }

    private static func has(_ typed: [String], _ entry: FormatEntry) -> Bool {
        let known = known(entry)
        return typed.allSatisfy { known.id.contains($0) || known.names.joined().contains($0) }
    }

    /// Returns the entries whose whole name was typed.
    package static func called(_ typed: String, in entries: [FormatEntry]) -> [FormatEntry] {
        let words = words(typed)
        return entries.filter { rank(words, $0) == 0 }
    }

    static func isOtherName(_ typed: String, of id: FormatID) -> Bool {
        KnownApp.all[id]?.otherNames.map(words).contains(words(typed)) ?? false
    }

    private static func match(_ words: [String], in entries: [FormatEntry]) -> Match {
        guard !words.isEmpty else { return Match() }
        var ranks: [[FormatEntry]] = [[], [], []]
        for entry in entries { if let rank = rank(words, entry) { ranks[rank].append(entry) } }
        guard let first = ranks.firstIndex(where: { !$0.isEmpty }) else { return Match() }
        return Match(best: ranks[first], others: ranks[(first + 1)...].flatMap { $0 })
    }

    /// 0 for a whole name, or the id of an entry that is not an app; 1 for the start of a name, or an id; 2 for words
    /// of a name; nil for another app.
    private static func rank(_ typed: [String], _ entry: FormatEntry) -> Int? {
        let joined = typed.joined(), known = known(entry)
        if known.whole.contains(typed) { return 0 }
        if known.id == typed || known.names.contains(where: { $0.joined().hasPrefix(joined) }) { return 1 }
        guard joined.count > 2 else { return nil }
        return typed.allSatisfy { word in known.listed.contains { $0.hasPrefix(word) } } ? 2 : nil
    }

    /// Letters, digits and plus signs, in lower case.
    private static func words(_ text: String) -> [String] {
        text.lowercased().replacing("+", with: " plus").split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    /// Words of names that are similar to a name that fits no app.
    package static func similar(to typed: String, in entries: [FormatEntry]) -> [String] {
        let names = entries.flatMap { words($0.app) + [$0.id.rawValue] }.filter { $0.count > 3 }
        return Similarity.nearest(to: typed, in: names.distinct)
    }

    /// The name without slips of the finger: `goggle` is `google`. Nil if a word is close to none of the names, or to
    /// several.
    package static func corrected(_ typed: String, in entries: [FormatEntry]) -> String? {
        let known = Set(entries.flatMap { Self.known($0).names.joined() }).filter { $0.count > 3 }
        var corrected: [String] = []
        for word in words(typed) {
            let near = known.contains(word) ? [word] : Similarity.nearest(to: word, in: Array(known))
            guard near.count == 1, Similarity.distance(word, near[0]) <= max(1, word.count / 4) else { return nil }
            corrected += near
        }
        return corrected == words(typed) ? nil : corrected.joined(separator: " ")
    }

    /// The entries that fit one of the words of a name.
    package static func anyWord(of typed: String, in entries: [FormatEntry]) -> [FormatEntry] {
        words(typed).filter { $0.count > 2 && !fillers.contains($0) }.flatMap { match([$0], in: entries).best }
    }
}

extension String {
    /// `Duo Mobile (rooted)` without the parentheses.
    package var withoutParentheses: String {
        guard let start = firstIndex(of: "(") else { return self }
        return String(self[..<start]).trimmingWhitespace
    }
}
