import CProcess
import Platform
import SafeFile

/// Standard output and standard error, unbuffered, so that their order is kept.
struct Console: Sendable {
    /// Results. A pipe gets them as they are.
    func output(_ text: String) throws {
        try output(Array((isOutputTerminal ? PlainSigns.fitting(text) : text).utf8))
    }

    /// - Throws: ``FileError`` if the reader closed the pipe, or the disk is full.
    func output(_ bytes: [UInt8]) throws {
        try AtomicFile.writeAll(bytes, to: STDOUT_FILENO, path: "standard output")
    }

    /// Everything that is not a result. Ignores write errors: nowhere to report them.
    func note(_ text: String) { draw("\(text)\n") }

    /// Like ``note(_:)``, without a newline.
    func draw(_ text: String) {
        try? AtomicFile.writeAll(Array(PlainSigns.fitting(text).utf8), to: STDERR_FILENO, path: "standard error")
    }

    var isErrorTerminal: Bool { isatty(STDERR_FILENO) == 1 }
    var isOutputTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Whether a question can be shown and answered.
    var isInteractive: Bool { isOutputTerminal && isatty(STDIN_FILENO) == 1 }

    /// Columns for tables: the terminal's width, or no limit.
    var outputColumns: Int? { isOutputTerminal ? Self.columns(of: STDOUT_FILENO) : nil }

    var outputRows: Int { Self.rows(of: STDOUT_FILENO) }

    /// Columns for messages: the terminal's width, or no limit.
    var errorColumns: Int? { isErrorTerminal ? Self.columns(of: STDERR_FILENO) : nil }

    /// The width of a terminal; some do not tell it.
    static func columns(of terminal: Int32) -> Int {
        let columns = Int(cprocess_terminal_columns(terminal))
        return columns > 0 ? columns : 80
    }

    static func rows(of terminal: Int32) -> Int {
        let rows = Int(cprocess_terminal_rows(terminal))
        return rows > 0 ? rows : 24
    }

    static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}

/// Signs of the program's own texts for terminals that may not show them: names of accounts stay as they are.
enum PlainSigns {
    private static let signs: [Character: String] = [
        "›": ">", "…": "...", "→": "->", "•": "*", "\u{2068}": "", "\u{2069}": "",
    ]
    /// The sign for text that does not fit: one column in either case.
    static let cut = isNeeded ? "~" : "…"

    /// Whether texts need it.
    static let isNeeded = isAsked(by: Console.environment)

    /// Whether the locale has another encoding than UTF-8, or the terminal can do little.
    static func isAsked(by variable: (String) -> String?) -> Bool {
        if variable("TERM") == "dumb" { return true }
        // As the C library decides: the first that is not empty. Without any, nothing is known.
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap(variable).first { !$0.isEmpty }
        guard let locale = locale?.lowercased() else { return false }
        return !locale.contains("utf-8") && !locale.contains("utf8")
    }

    /// A text in signs that the terminal shows.
    static func fitting(_ text: String) -> String { isNeeded ? plain(text) : text }

    static func plain(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
        return text.reduce(into: "") { $0 += signs[$1] ?? String($1) }
    }
}

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
