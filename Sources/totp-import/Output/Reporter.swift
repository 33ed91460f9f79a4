import ArgumentParser
import Encodings
import Links
import Synchronization
import TOTPDomain

/// All output of a command: results on standard output, the rest on standard error, depending on `--quiet` and
/// `--verbose`.
///
/// No message contains a link: an argument that is a link is cut before its secret.
final class Reporter: Sendable {
    enum Verbosity: Sendable { case quiet, normal, verbose }

    let console: Console
    let verbosity: Verbosity
    /// Colors of standard error.
    let style: Style
    /// Colors of standard output.
    let outputStyle: Style
    /// On standard error, like the messages.
    let progress: ProgressLine
    private let hasExplained = Mutex(false)
    /// Errors that were printed before anything was read.
    private let early = Mutex<Set<String>>([])

    init(_ console: Console, verbosity: Verbosity = .normal, noColor: Bool = false) {
        self.console = console
        self.verbosity = verbosity
        progress = ProgressLine(console, isQuiet: verbosity == .quiet)
        style = Style(isTerminal: console.isErrorTerminal, isForbidden: noColor)
        outputStyle = Style(isTerminal: console.isOutputTerminal, isForbidden: noColor)
    }

    var isQuiet: Bool { verbosity == .quiet }
    var isVerbose: Bool { verbosity == .verbose }

    /// Whether an error or a rejection was printed: why the exit code is not 0.
    var hasSaidWhy: Bool { hasExplained.withLock { $0 } }

    // MARK: - Standard output

    /// - Throws: ``FileError``.
    func output(_ text: String) throws {
        progress.clear()
        try console.output(text)
    }

    func output(_ bytes: [UInt8]) throws {
        progress.clear()
        try console.output(bytes)
    }

    /// A line of JSON.
    func output(_ json: OrderedJSON) throws { try output(json.utf8 + [ASCII.newline]) }

    /// A table that fits the terminal.
    func output(_ table: TextTable) throws { try output(table.text(width: console.outputColumns, style: outputStyle)) }

    // MARK: - Standard error

    /// Why something failed; always printed.
    func error(_ text: String) {
        if early.withLock({ $0.remove(text) }) == nil { explain(style.red("error:"), text) }
    }

    /// An error that is known before the work, and will be found again by it: it is printed once.
    func earlyError(_ text: String) {
        error(text)
        early.withLock { _ = $0.insert(text) }
    }

    /// Reports that the user declined a change. Always printed, because it explains the exit code.
    func answeredNo(_ text: String) {
        hasExplained.withLock { $0 = true }
        progress.clear()
        console.note(text.fitForMessage)
    }

    /// Why an entry is not an account; always printed.
    func rejected(_ text: String) { explain(style.red("rejected:"), text) }

    /// - Parameter decides: whether the exit code depends on it; then it is printed with `--quiet` as well.
    func warning(_ text: String, decides: Bool = false) {
        if decides {
            explain(style.yellow("warning:"), text)
        } else if !isQuiet {
            line(style.yellow("warning:"), text)
        }
    }

    /// Prints the subject of a question, or the unchanged file; always printed.
    ///
    /// - Parameter isWhole: whether to print all of it, however long it is.
    func always(_ text: String, isWhole: Bool = false) {
        progress.clear()
        let indentation = text.prefix { $0 == " " }.count + 2
        let line = isWhole ? text.withoutLinks.printable(limit: .max) : text.fitForMessage
        console.note(line.wrapped(to: console.errorColumns, indentation: indentation))
    }

    /// Prints a sentence about the outcome; not with `--quiet`.
    func note(_ text: String) {
        guard !isQuiet else { return }
        progress.clear()
        console.note(text.fitForMessage.wrapped(to: console.errorColumns, indentation: 0))
    }

    /// The sentence that sums up a run; not with `--quiet`.
    func headline(_ text: String) {
        guard !isQuiet else { return }
        progress.clear()
        console.note(style.bold(text.fitForMessage.wrapped(to: console.errorColumns, indentation: 0)))
    }

    /// A title and a text; not with `--quiet`.
    ///
    /// - Parameter explains: whether it says why the exit code is not 0.
    func summary(_ title: String, _ text: String, explains: Bool = false) {
        guard !isQuiet else { return }
        if explains { hasExplained.withLock { $0 = true } }
        line(style.bold(title), text)
    }

    /// Prints the outcome of one entry or file; only with `--verbose`.
    ///
    /// - Parameter word: already colored.
    func detail(_ word: String, _ text: String) {
        if isVerbose { line(word, text) }
    }

    private func explain(_ word: String, _ text: String) {
        hasExplained.withLock { $0 = true }
        line(word, text)
    }

    /// - Parameter word: already colored; on a terminal, the next lines of the text start below its first line.
    private func line(_ word: String, _ text: String) {
        progress.clear()
        let indentation = word.withoutStyle.terminalWidth + 1
        console.note("\(word) \(text.fitForMessage.wrapped(to: console.errorColumns, indentation: indentation))")
    }
}

extension String {
    /// One line without control characters, and with links cut off after their scheme.
    fileprivate var fitForMessage: String { withoutLinks.sanitized }
}

/// How much the program prints, and with which colors.
struct OutputOptions: ParsableArguments {
    @Flag(name: .shortAndLong, .showing, "Show only results, errors and rejections.")
    var quiet = false

    @Flag(name: .shortAndLong, .showing, "Show what happened to every entry and every skipped file.")
    var verbose = false

    @Flag(.showing, "No colors (see also NO_COLOR and CLICOLOR).")
    var noColor = false

    func validate() throws {
        if quiet, verbose { throw ValidationError("--quiet and --verbose cannot be used together") }
    }

    var reporter: Reporter {
        Reporter(Console(), verbosity: quiet ? .quiet : verbose ? .verbose : .normal, noColor: noColor)
    }
}
