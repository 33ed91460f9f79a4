import ArgumentParser
import Encodings

/// Whether a change has to be agreed to.
struct ConfirmationOptions: ParsableArguments {
    @Flag(help: "Make the change without asking.")
    var yes = false

    /// Shows what would change and asks.
    ///
    /// - parameters:
    ///   - lines: what would change.
    ///   - question: with a question mark.
    /// - throws: ``CommandError`` if the answer is no, or if nobody can be asked.
    func confirm(_ lines: [String], _ question: String, _ reporter: Reporter) throws {
        if yes {
            if !reporter.isQuiet { reporter.list(lines) }
            return
        }
        reporter.list(lines)
        switch TypedAnswer.isYes(question) {
        case true?: return
        case false?: throw CommandError(message: "nothing was changed", status: ExitStatus.partial)
        case nil:
            throw CommandError(
                message: "nothing was changed: there is no terminal to ask \"\(question)\"; add --yes",
                status: ExitStatus.nothing)
        }
    }
}
