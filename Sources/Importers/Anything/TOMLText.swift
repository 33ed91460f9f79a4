import Containers
import Encodings
import Links
import TOTPDomain

/// A TOML text with tables as JSON, so that they are the records of readers that exist (`Docs/formats/json-list.md`).
///
/// Numbers and dates are strings as they are written, as in YAML. A text without a table has settings.
struct TOMLText {
    let json: [UInt8]

    /// - Throws: ``NotationRefusal``, also for a text above ``Limit/settings``.
    init(_ text: [UInt8]) throws(NotationRefusal) {
        guard text.count <= Limit.settings else {
            throw NotationRefusal(
                line: text[..<Limit.settings].count { $0 == ASCII.newline } + 1,
                reason: "its TOML is longer than \(Limit.settings >> 20) MiB, the limit", advice: "split it")
        }
        json = try TOMLReader.json(of: text) { line, problem in
            // The usual mistake, in words that say what to do.
            NotationRefusal(
                line: line,
                reason: problem == "value: could not determine value type"
                    ? "a text is not in quotation marks" : "its TOML is damaged (\(problem))")
        }
    }

    /// What the lines of a text look like: tables, or lists of tables.
    enum Start { case table, list }

    /// Whether a text may be TOML with tables: its first line is a title or a setting, and another line is a title.
    /// Only TOML has `[[name]]`.
    static func start(of text: [UInt8]) -> Start? {
        var lines = TextLines(), found: Start?, hasSetting = false
        while let line = lines.next(in: text.span) {
            let content = text[line.range].trimmingWhitespace
            guard let first = content.first, first != ASCII.hash else { continue }
            if let title = EnvText.title(content), !isNumber(title.name) {
                if found != .list { found = title.isList ? .list : .table }
            } else if !hasSetting {
                hasSetting = EnvText.name(content) != nil
                guard hasSetting || found != nil else { return nil }
            }
            if found == .list, hasSetting { return found }
        }
        // A title alone is a list of JSON.
        return hasSetting ? found : nil
    }

    /// Whether a title is a list of numbers in JSON.
    private static func isNumber(_ title: String) -> Bool {
        title.utf8.allSatisfy { $0 &- 48 < 10 || ".,".utf8.contains($0) || ASCII.isWhitespace($0) }
    }
}
