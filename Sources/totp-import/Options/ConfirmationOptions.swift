import ArgumentParser
import Encodings

/// Whether a change has to be agreed to.
struct ConfirmationOptions: ParsableArguments {
    @Flag(help: ArgumentHelp(.writing, "Make the change without asking."))
    var yes = false

    /// Shows what would change and asks.
    ///
    /// - parameters:
    ///   - changes: what would change, each with its lines.
    ///   - question: with a question mark.
    /// - throws: ``CommandError`` if the answer is no, or if nobody can be asked.
    func confirm(_ changes: [[String]], _ question: String, _ reporter: Reporter) throws {
        if yes {
            if !reporter.isQuiet { reporter.list(changes) }
            return
        }
        reporter.list(changes)
        switch TypedAnswer.isYes(question) {
        case true?: return
        case false?:
            reporter.answeredNo("nothing was changed")
            throw ExitStatus.partial
        case nil:
            throw CommandError(
                message: "nothing was changed: there is no terminal to ask \"\(question)\"; add --yes",
                status: ExitStatus.nothing)
        }
    }
}
