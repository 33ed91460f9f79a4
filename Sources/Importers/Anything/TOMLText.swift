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
            if first == UInt8(ascii: "["), let title = title(content) {
                if found != .list { found = title }
            } else if !hasSetting {
                hasSetting = isSetting(content)
                guard hasSetting || found != nil else { return nil }
            }
            if found == .list, hasSetting { return found }
        }
        // A title alone is a list of JSON.
        return hasSetting ? found : nil
    }

    private static func title(_ line: ArraySlice<UInt8>) -> Start? {
        let marks = line.prefix { $0 == UInt8(ascii: "[") }.count
        let name = line.dropFirst(marks).prefix { $0 != UInt8(ascii: "]") }
        let rest = line[name.endIndex...]
        let ends = rest.prefix { $0 == UInt8(ascii: "]") }.count
        guard 1...2 ~= marks, ends == marks, isName(name) else { return nil }
        let after = rest.dropFirst(ends).trimmingWhitespace
        guard after.isEmpty || after.first == ASCII.hash else { return nil }
        return marks == 2 ? .list : .table
    }

    private static func isSetting(_ line: ArraySlice<UInt8>) -> Bool {
        line.prefix(Limit.csvName + 1).firstIndex(of: ASCII.equals).map { isName(line[..<$0]) } ?? false
    }

    /// Words with dots between them, or texts in quotation marks. JSON has numbers here.
    private static func isName(_ name: ArraySlice<UInt8>) -> Bool {
        let name = name.trimmingWhitespace
        guard let first = name.first, name.count <= Limit.csvName else { return false }
        if "\"'".utf8.contains(first) { return name.dropFirst().contains(first) && !name.contains(UInt8(ascii: ",")) }
        let isWord = name.allSatisfy { isBare($0) || "\"' .".utf8.contains($0) }
        return isWord && !name.allSatisfy { $0 &- 48 < 10 || $0 == UInt8(ascii: ".") }
    }

    private static func isBare(_ byte: UInt8) -> Bool {
        byte | 0x20 &- 97 < 26 || byte &- 48 < 10 || byte == ASCII.underscore || byte == ASCII.hyphen
    }
}
