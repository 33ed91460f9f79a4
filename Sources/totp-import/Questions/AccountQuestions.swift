import Encodings
import TOTPDomain
import TOTPImport

enum AccountQuestions {
    /// Asks for every field of an account that can be changed; Enter keeps the value, `-` empties it.
    ///
    /// - Throws: ``CommandError`` if the input ends before the last answer.
    static func edit(_ account: Account) throws -> AccountEdit {
        var edit = AccountEdit()
        edit.issuer = try text("Issuer", account.issuer)
        edit.name = try text("Name", account.name)
        edit.note = try text("Note", account.note ?? "")
        if let tags = try text("Tags, with commas between them", account.tags.joined(separator: ", ")) {
            let new = tags.split(separator: ",").map { String($0).trimmingWhitespace }
            edit.removedTags = account.tags.filter { !new.contains($0) }
            edit.addedTags = new
        }
        edit.isFavorite = try choice("Favorite (yes or no)", account.isFavorite ? "yes" : "no") {
            YesOrNo(argument: $0).map { $0 == .yes }
        }
        guard account.parameters.kind.fixedParameters == nil else { return edit }
        edit.algorithm = try choice("Algorithm (SHA1, SHA256 or SHA512)", account.parameters.algorithm.rawValue) {
            OTPAlgorithm(argument: $0)
        }
        edit.digits = try choice("Digits (1 to 10)", "\(account.parameters.digits)") { text in
            Int64(text).flatMap { 1...10 ~= $0 ? $0 : nil }
        }
        if let counter = account.parameters.counter {
            edit.counter = try choice("Counter of the next code", "\(counter)") { text in
                Int64(text).flatMap { $0 >= 0 ? $0 : nil }
            }
        } else {
            edit.period = try choice("Period in seconds", "\(account.parameters.period ?? 30)") { text in
                Int64(text).flatMap { 1...2_147_483 ~= $0 ? $0 : nil }
            }
        }
        return edit
    }

    /// - Returns: nil to keep the value.
    static func text(_ title: String, _ value: String) throws -> String? {
        let shown = value.isEmpty ? "" : " [\(value.printable(limit: Limit.shownName))]"
        guard let answer = TypedAnswer.line("\(title)\(shown): ") else { throw ended }
        let text = answer.trimmingWhitespace
        return text.isEmpty ? nil : text == "-" ? "" : text
    }

    /// - Parameter read: nil for an answer that is not possible; then the question is asked again.
    /// - Returns: nil to keep the value.
    static func choice<Value>(
        _ title: String, _ value: String, _ read: (String) -> Value?
    ) throws -> Value? {
        while true {
            guard let answer = TypedAnswer.line("\(title) [\(value)]: ") else { throw ended }
            let text = answer.trimmingWhitespace
            if text.isEmpty { return nil }
            if let value = read(text) { return value }
        }
    }

    static var ended: CommandError {
        CommandError("the input ended; nothing was changed")
    }
}

/// A line that is typed on the terminal, with echo.
enum TypedAnswer {
    /// Asks a question that is answered with yes or no; Enter means no. Keys typed before the question are discarded.
    ///
    /// - Parameters:
    ///   - question: with a question mark.
    ///   - shown: called with each line that the question and its answer leave on the screen.
    /// - Returns: nil without a terminal, or if the input ended.
    static func isYes(_ question: String, shown: (String) -> Void = { _ in }) -> Bool? {
        ControllingTerminal()?.discardTyped()
        let prompt = "\(question) [y/N] "
        func noteShown(_ answer: String) {
            let lines = ControllingTerminal()?.wrapped(prompt) ?? [prompt]
            for line in lines.dropLast() { shown(line) }
            shown((lines.last ?? "") + answer)
        }
        while let answer = line(prompt) {
            noteShown(answer)
            switch answer.trimmingWhitespace.lowercased() {
            case "y", "yes": return true
            case "", "n", "no": return false
            default: continue
            }
        }
        noteShown("")
        return nil
    }

    /// - Parameter prompt: the text before the answer.
    /// - Returns: the line; nil without a terminal, or if the input ended, or the line is not text.
    static func line(_ prompt: String) -> String? {
        guard let terminal = ControllingTerminal() else { return nil }
        ProgressLine.current?.pause()
        defer { ProgressLine.current?.goOn() }
        return ControllingTerminal.withEcho {
            let question = terminal.wrapped(prompt.printable(limit: 1000)).joined(separator: "\n")
            guard terminal.write(question) else { return nil }
            guard let line = terminal.readLine() else {
                // Ctrl-D leaves the cursor after the question.
                terminal.write("\n")
                return nil
            }
            return String(validating: line, as: UTF8.self)
        }
    }

    /// Whether there is a terminal to ask.
    static var isPossible: Bool { ControllingTerminal() != nil }
}
