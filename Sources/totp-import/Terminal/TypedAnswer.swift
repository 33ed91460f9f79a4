import Encodings

/// A line that is typed on the terminal, with echo.
enum TypedAnswer {
    /// Asks a question that is answered with yes or no; Enter is no. What was typed before is no answer.
    ///
    /// - parameters:
    ///   - question: with a question mark.
    ///   - shown: called with each line that the question and its answer leave on the screen.
    /// - returns: nil if there is no terminal, or the input ended.
    static func isYes(_ question: String, shown: (String) -> Void = { _ in }) -> Bool? {
        ControllingTerminal()?.discardTyped()
        let prompt = "\(question) [y/N] "
        while let answer = line(prompt) {
            shown(prompt + answer)
            switch answer.trimmingWhitespace.lowercased() {
            case "y", "yes": return true
            case "", "n", "no": return false
            default: continue
            }
        }
        shown(prompt)
        return nil
    }

    /// - parameter prompt: what is shown before the answer.
    /// - returns: the line; nil if there is no terminal, the input ended, or the line is not text.
    static func line(_ prompt: String) -> String? {
        guard let terminal = ControllingTerminal() else { return nil }
        ProgressLine.current?.pause()
        defer { ProgressLine.current?.goOn() }
        return ControllingTerminal.withEcho {
            guard terminal.write(prompt.printable(limit: 1000)) else { return nil }
            guard let line = terminal.readLine() else {
                // Ctrl-D leaves the cursor after the question.
                terminal.write("\n")
                return nil
            }
            return String(validating: line, as: UTF8.self)
        }
    }

    /// Whether somebody can be asked.
    static var isPossible: Bool { ControllingTerminal() != nil }
}
