import Encodings
import ImportPipeline
import Platform
import TOTPDomain

/// The answers to the question about names in a guessed file, one line each.
struct ColumnAnswers {
    let question: ColumnQuestion
    /// The roles of the first names; nil for a name that means nothing.
    private(set) var roles: [TableColumns.Role?] = []

    enum Reading: Equatable {
        case taken
        /// Why the line is not an answer.
        case unclear(String)
        case givenUp
    }

    init(_ question: ColumnQuestion) { self.question = question }

    private var next: ColumnQuestion.Name? {
        roles.count < question.names.count ? question.names[roles.count] : nil
    }

    /// The roles to choose from, in one line.
    var choices: String {
        (["0 nothing"] + question.roles.enumerated().map { "\($0 + 1) \($1.rawValue)" }).joined(separator: ", ")
    }

    /// The prompt for the next name; nil if all have a role.
    var prompt: String? {
        next.map { "\"\($0.text)\", such as \($0.sample) [\(suggestion?.rawValue ?? "nothing")]: " }
    }

    /// A role that another name has is not suggested again.
    private var suggestion: TableColumns.Role? {
        next?.suggestion.flatMap { isTaken($0) ? nil : $0 }
    }

    private func isTaken(_ role: TableColumns.Role) -> Bool { roles.contains(role) }

    /// Reads an answer: a number, the name of a role, Enter for the suggestion, or `q`.
    mutating func take(_ line: String) -> Reading {
        let word = line.trimmingWhitespace.lowercased()
        switch word {
        case "": roles.append(suggestion)
        case "q", "quit": return .givenUp
        case "0", "-", "nothing": roles.append(nil)
        default:
            let numbered = Int(word).flatMap { 1...question.roles.count ~= $0 ? question.roles[$0 - 1] : nil }
            guard let role = numbered ?? question.roles.first(where: { $0.rawValue == word }) else {
                return .unclear("Type a number from 0 to \(question.roles.count), or q to leave the file unread")
            }
            guard !isTaken(role) else { return .unclear("Another \(question.noun) is the \(role.rawValue) already") }
            roles.append(role)
        }
        return .taken
    }
}

/// Asks on the terminal what the names in a guessed file mean that keep it from being read.
///
/// An actor, so that two inputs never ask at once.
actor TerminalColumns {
    private let command: String
    private let encoding: SecretEncoding?
    private let reporter: Reporter
    private let mayAsk: @Sendable () async -> Bool
    /// Files with the same names are asked about once; nil if the user gave up.
    private var answers: [ColumnQuestion: TableColumns?] = [:]

    /// - Parameters:
    ///   - command: the name of the command that reads the files.
    ///   - encoding: how the user says that secrets are written.
    ///   - mayAsk: waits for permission to ask; false if the answer would be of no use.
    /// - Returns: nil without a terminal, or if the user does not want to be asked.
    init?(
        _ command: String, _ encoding: SecretEncoding?, _ reporter: Reporter,
        mayAsk: @escaping @Sendable () async -> Bool
    ) {
        guard !reporter.isQuiet, reporter.console.isErrorTerminal, isatty(STDIN_FILENO) == 1, TypedAnswer.isPossible
        else { return nil }
        (self.command, self.encoding, self.reporter, self.mayAsk) = (command, encoding, reporter, mayAsk)
    }

    /// - Returns: nil if the file stays unread.
    func ask(_ question: ColumnQuestion, of input: Input) async -> TableColumns? {
        guard await mayAsk() else { return nil }
        let key = question.withoutSamples
        if let known = answers[key] {
            if let known { say("\(input.name.inputName): read like the file before, with \(known.option)") }
            return known
        }
        let answer = Self.typed(question, input.name.inputName)
        answers[key] = .some(answer)
        if let answer {
            let encoding = encoding.map { " --secret-encoding \($0.rawValue)" } ?? ""
            say(
                "Without a question: totp-import \(command) \(input.argument.quotedForShell) \(answer.option)\(encoding)"
            )
        }
        return answer
    }

    private func say(_ line: String) {
        ProgressLine.current?.clear()
        // In one line, so that it can be copied.
        reporter.console.note(line.sanitized)
    }

    private static func typed(_ question: ColumnQuestion, _ file: String) -> TableColumns? {
        guard let terminal = ControllingTerminal() else { return nil }
        ProgressLine.current?.pause()
        defer { ProgressLine.current?.goOn() }
        terminal.discardTyped()
        func write(_ lines: String...) {
            for line in lines {
                terminal.write(terminal.wrapped(line.printable(limit: 1000)).joined(separator: "\n") + "\n")
            }
        }
        var answers = ColumnAnswers(question)
        write(
            "\(file): what does each \(question.noun) have?",
            "\(answers.choices). Enter takes what is in brackets, q leaves the file unread.")
        while let prompt = answers.prompt {
            guard let line = TypedAnswer.line(prompt) else { return nil }
            switch answers.take(line) {
            case .taken: break
            case .unclear(let reason): write(reason)
            case .givenUp: return nil
            }
        }
        return try? question.columns(answers.roles)
    }
}
