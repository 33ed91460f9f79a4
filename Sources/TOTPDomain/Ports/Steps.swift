/// How people get a file out of an app, or into it.
package struct Steps: Sendable, Hashable {
    private enum Kind { case menu, text, command }

    private let kind: Kind
    private let start: String
    /// What follows the name of the file; nil if they do not name it.
    private let end: String?

    private init(_ kind: Kind, _ start: String, _ end: String? = nil) {
        (self.kind, self.start, self.end) = (kind, start, end)
    }

    /// A path through the app's menus: `Settings › Export`.
    package static func menu(_ path: String) -> Steps { Steps(.menu, path) }

    package static func text(_ start: String, thenFile end: String? = nil) -> Steps { Steps(.text, start, end) }

    package static func command(_ start: String, thenFile end: String) -> Steps { Steps(.command, start, end) }

    package func text(file: String = "FILE") -> String { end.map { start + file + $0 } ?? start }

    /// With a capital and a full stop; a command stays as it is.
    package var sentence: String {
        let text = text()
        if kind == .command { return text }
        return (text.first.map { $0.uppercased() } ?? "") + text.dropFirst() + (text.hasSuffix(".") ? "" : ".")
    }

    /// The sentence, with the app whose menus it is about.
    ///
    /// - Parameter app: nil if the file is of no app.
    package func sentence(in app: String?) -> String {
        if kind == .menu, let app { "In \(app): \(sentence)" } else { sentence }
    }
}

extension Steps: ExpressibleByStringLiteral {
    package init(stringLiteral text: String) { self.init(.text, text) }
}
