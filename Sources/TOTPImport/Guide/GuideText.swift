internal import CAssets
internal import Encodings
internal import TOTPDomain

/// Numbered steps with commands, as sections of `guide.txt` have them.
package struct GuideText {
    package enum Part: Sendable, Hashable {
        case heading(String)
        case paragraph(String)
        case step(Int, String)
        case command(String)
    }

    package private(set) var parts: [Part] = []
    private var stepCount = 0

    init() {}

    /// One section alone: `rescue` is advice for a lost app, phone, passphrase or file.
    package init(section: String, _ values: [String: String] = [:]) { add(section: section, values) }

    mutating func add(heading: String) {
        parts.append(.heading(heading))
        stepCount = 0
    }

    mutating func add(_ paragraph: String) { parts.append(.paragraph(paragraph)) }

    /// Adds a section. A line that starts with `?key` is included only if the key has a value, a line that starts with
    /// `!key` only if it does not; `{key}` becomes the value.
    mutating func add(section: String, _ values: [String: String] = [:]) {
        for line in Self.sections[section] ?? [] {
            var rest = line
            var isShown = true
            while let sign = rest.first, sign == "?" || sign == "!", let end = rest.firstIndex(of: " ") {
                isShown = isShown && (values[String(rest[..<end].dropFirst())] != nil) == (sign == "?")
                rest = rest[end...].dropFirst()
            }
            guard isShown else { continue }
            let text = values.reduce(String(rest)) { $0.replacing("{\($1.key)}", with: $1.value) }
            let content = String(text.dropFirst(2))
            switch text.prefix(2) {
            case "# ": add(heading: content)
            case "- ":
                stepCount += 1
                parts.append(.step(stepCount, content))
            case "$ ": parts.append(.command(content))
            default: add(text)
            }
        }
    }

    static func ids(in section: String) -> [FormatID] {
        (sections[section] ?? []).map { FormatID(rawValue: String($0)) }
    }

    private static let sections = sections(of: String(cString: cassets_guide()))

    /// The lines of each section of a text, in which `== NAME` begins one.
    package static func sections(of text: String) -> [String: [Substring]] {
        var sections: [String: [Substring]] = [:]
        var name = ""
        for line in text.split(separator: "\n") {
            if line.hasPrefix("== ") {
                name = String(line.dropFirst(3))
            } else {
                sections[name, default: []].append(line)
            }
        }
        return sections
    }
}
