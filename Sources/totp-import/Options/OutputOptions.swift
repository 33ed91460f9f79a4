import ArgumentParser
import Encodings
import TOTPDomain

/// How much the program says, and how.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Say nothing but errors.")
    var quiet = false

    @Flag(help: "Name every entry and what became of it.")
    var verbose = false

    @Flag(help: "No colours; NO_COLOR and CLICOLOR are respected, too.")
    var noColor = false

    func validate() throws {
        if quiet, verbose { throw ValidationError("--quiet and --verbose exclude each other.") }
    }

    /// The colours of standard error.
    func errorStyle(_ console: Console) -> Style { Style(isTerminal: console.isErrorTerminal, isForbidden: noColor) }

    /// The colours of standard output.
    func outputStyle(_ console: Console) -> Style { Style(isTerminal: console.isOutputTerminal, isForbidden: noColor) }

    func warn(_ text: String, _ console: Console) {
        guard !quiet else { return }
        console.note("\(errorStyle(console).yellow("warning:")) \(text.sanitized)")
    }
}
