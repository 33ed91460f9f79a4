import Encodings

/// A question with the answers yes and no, on the terminal. The answer is no, unless somebody types yes.
enum Question {
    /// Asks. What was typed before the question is not an answer.
    ///
    /// - parameters:
    ///   - text: a question, such as `Remove 3 accounts?`.
    ///   - lines: printed before it.
    /// - returns: nil if there is no terminal.
    static func ask(_ text: String, after lines: [String] = []) -> Bool? {
        guard let terminal = ControllingTerminal() else { return nil }
        return ControllingTerminal.withEcho {
            terminal.discardTyped()
            for line in lines { terminal.write(line.printable(limit: 500) + "\n") }
            while true {
                guard terminal.write("\(text.printable(limit: 500)) [y/N] ") else { return nil }
                guard let line = terminal.readLine() else {
                    terminal.write("\n")
                    return false
                }
                switch String(decoding: line, as: UTF8.self).trimmingWhitespace.lowercased() {
                case "y", "yes": return true
                case "", "n", "no": return false
                default: terminal.write("Type y for yes or n for no.\n")
                }
            }
        }
    }
}
