/// Colors, if the user wants them (`NO_COLOR`, `CLICOLOR`, `CLICOLOR_FORCE`, `--no-color`).
struct Style: Sendable {
    private let isColored: Bool

    init(isTerminal: Bool, isForbidden: Bool) {
        func isSet(_ name: String) -> Bool { Console.environment(name).map { !$0.isEmpty && $0 != "0" } ?? false }
        if isForbidden || Console.environment("NO_COLOR").map({ !$0.isEmpty }) == true {
            isColored = false
        } else if isSet("CLICOLOR_FORCE") {
            isColored = true
        } else {
            isColored = isTerminal && Console.environment("CLICOLOR") != "0" && Console.environment("TERM") != "dumb"
        }
    }

    func red(_ text: String) -> String { paint(text, "31") }
    func yellow(_ text: String) -> String { paint(text, "33") }
    func green(_ text: String) -> String { paint(text, "32") }
    func bold(_ text: String) -> String { paint(text, "1") }
    func dim(_ text: String) -> String { paint(text, "2") }

    private func paint(_ text: String, _ code: String) -> String {
        isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
