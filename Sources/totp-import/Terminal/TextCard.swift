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
            text += String(repeating: " ", count: Self.indent) + name
            text += String(repeating: " ", count: valueAt - Self.indent - name.count)
            text += value.wrapped(to: width, indentation: valueAt) + "\n"
        }
        return text
    }
}
