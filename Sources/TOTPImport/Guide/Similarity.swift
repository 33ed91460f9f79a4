/// The known words that a typed word may have meant.
package enum Similarity {
    /// At most three, the most similar ones: words that start with it, or that differ in at most a third of its letters.
    package static func nearest(to typed: String, in words: [String]) -> [String] {
        let typed = typed.lowercased()
        // Longer than any known word, and the comparison takes time with the square of the length.
        guard typed.count >= 2, typed.count <= 40 else { return [] }
        let starting = words.filter { $0.lowercased().hasPrefix(typed) }
        if !starting.isEmpty, starting.count <= 3 { return starting }
        let distances = words.map { (word: $0, distance: distance(typed, $0.lowercased())) }
        guard let least = distances.map(\.distance).min(), least <= max(1, typed.count / 3) else { return [] }
        return Array(distances.filter { $0.distance == least }.map(\.word).prefix(3))
    }

    /// The number of letters to insert, remove, replace or swap with their neighbor.
    package static func distance(_ first: String, _ second: String) -> Int {
        let (first, second) = (Array(first), Array(second))
        var rows = [Array(0...second.count)]
        for i in 0..<first.count {
            var row = [i + 1]
            for j in 0..<second.count {
                var least = min(row[j] + 1, rows[i][j + 1] + 1, rows[i][j] + (first[i] == second[j] ? 0 : 1))
                if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] {
                    least = min(least, rows[i - 1][j - 1] + 1)
                }
                row.append(least)
            }
            rows.append(row)
        }
        return rows[first.count][second.count]
    }

    /// `Did you mean 'a' or 'b'?` with a space in front; empty without words.
    package static func question(_ words: [String]) -> String {
        guard let last = words.last else { return "" }
        let quoted = words.dropLast().map { "'\($0)'" }.joined(separator: ", ")
        return " Did you mean \(quoted.isEmpty ? "" : quoted + " or ")'\(last)'?"
    }
}

extension [String] {
    /// `a, b and c`.
    package var sentence: String {
        guard let last else { return "" }
        return count == 1 ? last : dropLast().joined(separator: ", ") + " and " + last
    }
}
