import Encodings
import ImportPipeline
import Platform
import SecureMemory
import Synchronization
import TOTPDomain

/// Asks for passphrases on the terminal. From the first prompt to the end of the command, the echo is off: what is typed in
/// between may be a passphrase. Other questions, a stop, a signal and the end restore it.
enum PassphrasePrompt {
    /// Asks for one line. A line that was typed before the first question is its answer, unless it is empty: an Enter
    /// that was meant for something else answers nothing. Text that is typed between two questions is discarded.
    ///
    /// - Parameters:
    ///   - prompt: without the colon.
    ///   - lines: printed before the prompt.
    ///   - terminal: where to ask; nil is the terminal that the program was started from.
    ///   - keepsTyped: whether a line that was typed before can be the answer.
    ///   - takesPasted: whether lines that come at once with the answer belong to it.
    /// - Returns: what was typed, which is not empty; `skip` for Enter or Ctrl-D, `nobody` without a terminal.
    static func ask(
        _ prompt: String, after lines: [String] = [], on terminal: ControllingTerminal? = nil, keepsTyped: Bool = true,
        takesPasted: Bool = false
    ) -> PassphraseAnswer {
        guard let terminal = terminal ?? ControllingTerminal(), terminal.hide() else { return .nobody }
        let isFirst = !hasAsked.exchange(true, ordering: .relaxed)
        // A pager changes the terminal, too.
        let isHeld = isFirst && isatty(STDOUT_FILENO) == 1 && isatty(STDERR_FILENO) == 1
        if isHeld { isHolding.store(true, ordering: .relaxed) }
        defer { if !isHeld { ControllingTerminal.show() } }
        if !isFirst || !keepsTyped { terminal.discardTyped() }
        var early = typedLine(on: terminal)
        ProgressLine.current?.pause()
        defer { ProgressLine.current?.goOn() }
        let question = (lines + ["\(prompt):"]).flatMap { terminal.wrapped($0.printable(limit: 500)) }
        guard terminal.write(question.joined(separator: "\n") + " ") else { return .nobody }
        // Enter is not echoed either.
        defer { terminal.write("\n") }
        guard var line = early ?? terminal.readLine(), !line.isEmpty else { return .skip }
        early = nil
        defer { line.wipe() }
        while takesPasted, line.count < Limit.link, terminal.hasTypedLine(within: pasteTime),
            let next = terminal.readLine()
        {
            line += [ASCII.newline] + next
        }
        return .typed(Passphrase(utf8: line))
    }

    /// How long a terminal may take for the next line of a paste, in milliseconds.
    private static let pasteTime: Int32 = 100

    private static let hasAsked = Atomic(false)
    /// Whether the echo stays off between prompts.
    private static let isHolding = Atomic(false)

    /// After the last prompt: the echo is restored, and text that was typed since is discarded. It may be a passphrase, and
    /// the shell would show and keep it.
    static func end() {
        guard hasAsked.exchange(false, ordering: .relaxed) else { return }
        ControllingTerminal()?.discardTyped()
        if isHolding.exchange(false, ordering: .relaxed) { ControllingTerminal.show() }
    }

    /// The first line that was typed already and is not empty.
    private static func typedLine(on terminal: ControllingTerminal) -> [UInt8]? {
        while terminal.hasTypedLine {
            guard let line = terminal.readLine() else { return nil }
            if !line.isEmpty { return line }
        }
        return nil
    }
}
