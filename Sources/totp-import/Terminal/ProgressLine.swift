import CProcess
import Dispatch
import ImportPipeline
import Synchronization
import TOTPDomain

/// One line on standard error that shows that work goes on: the current work, how much is done, the speed, and the time
/// left. Shown if the work takes longer than half a second, drawn ten times a second, and removed at the end.
///
/// Only on a terminal, and not with `--quiet`. A timer draws it, so it moves even during one long step.
final class ProgressLine: Sendable {
    private struct State {
        var work: ProgressWork?
        /// Counts the pieces of work, so that the timer of earlier work stops.
        var generation = 0
        var isDrawn = false
        var pauses = 0
        /// When the first of the pauses started.
        var pausedAt: ContinuousClock.Instant?
        var said: Set<String> = []
    }

    private let console: Console
    private let isShown: Bool
    private let state = Mutex(State())

    /// The line of the command that runs.
    @TaskLocal static var current: ProgressLine?

    private static let delay = DispatchTimeInterval.milliseconds(500)
    private static let interval = DispatchTimeInterval.milliseconds(100)

    init(_ console: Console, isQuiet: Bool) {
        self.console = console
        isShown = console.isErrorTerminal && !isQuiet && Console.environment("TERM") != "dumb"
    }

    // MARK: - Work

    /// Starts to show work on inputs.
    ///
    /// - Parameter untouched: the message, after an interruption, about the files that would be written.
    func begin(_ inputs: [Input], untouched: String) {
        begin(ProgressWork(title: "Reading", total: inputs.count, untouched: untouched))
    }

    /// Shows one long step of the command that runs.
    static func showing<Value, Failure: Error>(
        _ title: String, _ work: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        guard let current else { return try work() }
        return try current.during(title, work)
    }

    /// Shows one long step, such as opening a vault.
    ///
    /// - Parameter title: `Opening accounts.json`.
    func during<Value, Failure: Error>(
        _ title: String, _ work: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        begin(ProgressWork(title: title, total: nil, untouched: nil))
        defer { end() }
        return try work()
    }

    func during<Value>(_ title: String, _ work: () async throws -> Value) async rethrows -> Value {
        begin(ProgressWork(title: title, total: nil, untouched: nil))
        defer { end() }
        return try await work()
    }

    private func begin(_ work: ProgressWork) {
        let generation = state.withLock { state in
            state.work = work
            state.generation += 1
            work.noteInterruption()
            return state.generation
        }
        guard isShown else { return }
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.delay) { self.tick(generation) }
    }

    @Sendable
    func start(_ input: Input) {
        state.withLock { $0.work?.current = input.name.inputName }
    }

    @Sendable
    func advance(_ input: Input) {
        state.withLock { state in
            // The number of an archive's members is not known in advance.
            if input.isMember { state.work?.total = nil }
            state.work?.finished += 1
            state.work?.noteInterruption()
        }
    }

    /// Removes the line; the work is done.
    func end() {
        state.withLock { state in
            state.work = nil
            state.generation += 1
            remove(&state)
        }
    }

    // MARK: - Drawing

    /// Says once that something takes long. Only where the line is shown: the order depends on which input is faster.
    func say(_ text: String) {
        guard isShown, state.withLock({ $0.said.insert(text).inserted }) else { return }
        clear()
        console.note(text.sanitized)
    }

    /// Removes the line for a message; it comes back if work goes on.
    func clear() { state.withLock { remove(&$0) } }

    /// Removes the line and does not draw it until ``goOn()``: a question is on the terminal.
    func pause() {
        state.withLock { state in
            state.pauses += 1
            if state.pauses == 1 { state.pausedAt = .now }
            remove(&state)
        }
    }

    func goOn() {
        state.withLock { state in
            state.pauses -= 1
            guard state.pauses == 0, let start = state.pausedAt else { return }
            // Time for typing does not count as work.
            state.work?.paused += ContinuousClock.now - start
            state.pausedAt = nil
        }
    }

    private func remove(_ state: inout State) {
        guard state.isDrawn else { return }
        console.draw("\r\u{1B}[K")
        cprocess_forget_line()
        state.isDrawn = false
    }

    @Sendable
    private func tick(_ generation: Int) {
        let goesOn = state.withLock { state in
            guard state.generation == generation, let work = state.work else { return false }
            if state.pauses == 0 {
                cprocess_start_line()
                state.isDrawn = true
                console.draw("\r\(work.text(columns: console.errorColumns ?? 80))\u{1B}[K")
                cprocess_finish_line()
            }
            return true
        }
        guard goesOn else { return }
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.interval) { self.tick(generation) }
    }
}
