/// A heading, and below it names with values, wrapped to the terminal's width.
struct TextCard {
    private let heading: String
    private let fields: [(name: String, value: String)]

    private static let indent = 2

    init(_ heading: String, _ fields: [(name: String, value: String)]) {
        self.heading = heading
        self.fields = fields
    }

    /// - parameter width: terminal columns, or nil for no limit.
    func text(width: Int?, style: Style) -> String {
        let valueAt = Self.indent + (fields.map(\.name.count).max() ?? 0) + 2
        var text = style.bold(heading) + "\n"
        for (name, value) in fields {
            let lines = Self.wrapped(value, to: width.map { max(20, $0 - valueAt) })
            text += String(repeating: " ", count: Self.indent) + name
            text += String(repeating: " ", count: valueAt - Self.indent - name.count)
            text += lines.joined(separator: "\n" + String(repeating: " ", count: valueAt)) + "\n"
        }
        return text
    }

    /// Broken between words; a word longer than a line gets its own line.
    static func wrapped(_ text: String, to width: Int?) -> [String] {
        guard let width else { return [text] }
        var lines = [""]
        for word in text.split(separator: " ") {
            let line = lines[lines.count - 1]
            if line.isEmpty {
                lines[lines.count - 1] = String(word)
            } else if line.terminalWidth + 1 + String(word).terminalWidth <= width {
                lines[lines.count - 1] += " \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
