import CTerminal
import Platform

/// The program, run in a terminal as users run it: prompts, progress, the alternate screen, Ctrl-C.
///
/// The terminal is the controlling one, so `/dev/tty` is the same terminal. A test waits for texts and never for a time.
/// One session belongs to one test; the program is killed when the session is released.
package final class TerminalSession {
    /// The screen that the user sees now.
    package private(set) var screen: TerminalScreen
    /// Everything that the program wrote to the terminal, escape sequences included.
    package private(set) var output: [UInt8] = []

    private let master: Int32
    private let process: pid_t
    private let deadline: Duration
    private var status: Int32?
    /// The output without escape sequences that ``waitFor(_:)`` has not matched yet.
    private var unmatched = ""
    private var hasEnded = false

    package enum Failure: Error, CustomStringConvertible {
        case cannotStart(String)
        /// The text did not appear: with the screen at that time.
        case timeout(String, screen: String)
        /// The program ended before the text appeared.
        case ended(before: String, screen: String)

        package var description: String {
            switch self {
            case .cannotStart(let call): "cannot start a terminal: \(call)"
            case .timeout(let text, let screen): "no “\(text)” in time; the screen:\n\(screen)"
            case .ended(let text, let screen): "the program ended without “\(text)”; the screen:\n\(screen)"
            }
        }
    }

    /// Starts the program.
    ///
    /// - Parameters:
    ///   - executable: the program to run; nil for ours.
    ///   - passphrase: the vault's passphrase, passed in the environment; nil for none.
    ///   - folder: the working directory.
    ///   - outputFile: where standard output goes instead of the terminal.
    ///   - errorFile: the same for standard error.
    ///   - deadline: for each wait. It is long: only a failing test waits for all of it.
    package init(
        _ arguments: [String], executable: String? = nil, columns: Int = 80, rows: Int = 24, passphrase: String? = nil,
        environment: [String: String] = [:], in folder: String? = nil, outputFile: String? = nil,
        errorFile: String? = nil, deadline: Duration = .seconds(180)
    ) throws {
        screen = TerminalScreen(columns: columns, rows: rows)
        self.deadline = deadline
        var variables = Program.environment(passphrase, environment)
        variables["TERM"] = variables["TERM"] ?? "xterm-256color"
        let argv = ([executable ?? Program.url.file] + arguments).map { strdup($0) } + [nil]
        let envp = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for pointer in argv + envp { free(pointer) } }
        var master: Int32 = -1
        process = cterminal_start(
            argv, envp, folder, outputFile, errorFile, Int32(columns), Int32(rows), &master)
        guard process > 0 else { throw Failure.cannotStart(String(cString: strerror(errno))) }
        self.master = master
    }

    deinit {
        if status == nil {
            kill(process, SIGKILL)
            var ignored: Int32 = 0
            waitpid(process, &ignored, 0)
        }
        close(master)
    }

    // MARK: - What a person does

    /// Types a text; "\n" is Enter, "\u{3}" is Ctrl-C, "\u{4}" is Ctrl-D, "\u{1B}[A" is the up arrow.
    package func type(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Changes the size of the window.
    package func resize(columns: Int, rows: Int) {
        screen.resize(columns: columns, rows: rows)
        cterminal_resize(master, Int32(columns), Int32(rows))
    }

    /// Sends a signal, as `kill` does.
    package func send(signal: Int32) { kill(process, signal) }

    // MARK: - What a person sees

    /// Waits for a text after the one that was waited for last. Escape sequences in the output don't count.
    package func waitFor(_ text: String) throws {
        try wait(for: text) {
            // Prompts are broken between words.
            let line = String(unmatched.map { $0.isNewline ? " " : $0 })
            guard let found = line.firstRange(of: String(text.map { $0.isNewline ? " " : $0 })) else { return false }
            unmatched.removeFirst(line.distance(from: line.startIndex, to: found.upperBound))
            return true
        }
    }

    /// Waits until the screen is as a test wants it.
    ///
    /// - Parameter what: the condition, for the message.
    package func waitUntil(_ what: String, _ isReached: (TerminalScreen) -> Bool) throws {
        try wait(for: what) { isReached(screen) }
    }

    /// Waits until typed text is not shown. The change of the terminal is not output, so the terminal is asked.
    package func waitUntilInputIsHidden() throws {
        let end = ContinuousClock.now + deadline
        var settings = termios()
        while tcgetattr(master, &settings) != 0 || settings.c_lflag & tcflag_t(ECHO) != 0 {
            guard ContinuousClock.now < end else { throw Failure.timeout("hidden input", screen: screen.text) }
            sched_yield()
        }
    }

    /// Waits for the end of the program.
    ///
    /// - Returns: the exit code; 128 + the number of the signal that ended it.
    @discardableResult
    package func waitForExit() throws -> Int32 {
        if let status { return status }
        let end = ContinuousClock.now + deadline
        while !hasEnded {
            guard readMore(until: end) else {
                throw Failure.timeout("the end of the program", screen: screen.text)
            }
        }
        var state: Int32 = 0
        while waitpid(process, &state, 0) < 0, errno == EINTR {}
        let signal = state & 0x7F
        let code = signal == 0 ? (state >> 8) & 0xFF : 128 + signal
        status = code
        return code
    }

    private func wait(for text: String, _ isReached: () -> Bool) throws {
        let end = ContinuousClock.now + deadline
        while !isReached() {
            if hasEnded { throw Failure.ended(before: text, screen: screen.text) }
            guard readMore(until: end) else { throw Failure.timeout(text, screen: screen.text) }
        }
    }

    /// Reads the program's output, and waits until some arrives.
    ///
    /// - Returns: false if nothing came in time.
    private func readMore(until end: ContinuousClock.Instant) -> Bool {
        while true {
            let left = (end - .now) / .milliseconds(1)
            guard left > 0 else { return false }
            var request = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
            let ready = poll(&request, 1, Int32(left))
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else { return false }
            var buffer = [UInt8](repeating: 0, count: 16384)
            let count = read(master, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            // Linux answers EIO when the last program has closed the terminal.
            guard count > 0 else {
                hasEnded = true
                return true
            }
            output += buffer[..<count]
            unmatched += screen.show(buffer[..<count])
            return true
        }
    }
}
