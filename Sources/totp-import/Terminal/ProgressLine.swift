import ImportPipeline
import Synchronization

/// One line on standard error that counts finished inputs, shown if the work takes longer than half a second.
final class ProgressLine: Sendable {
    private struct State {
        var finished = 0
        /// Nil if an archive is among the inputs: the number of its members is not known in advance.
        var total: Int?
        var lastDraw: ContinuousClock.Instant?
        var isDrawn = false
    }

    private let console: Console
    private let isShown: Bool
    private let start = ContinuousClock.now
    private let state: Mutex<State>

    init(_ reporter: Reporter, total: Int) {
        console = reporter.console
        state = Mutex(State(total: total))
        isShown = console.isErrorTerminal && !reporter.isQuiet
    }

    @Sendable
    func advance(_ input: Input) {
        guard isShown else { return }
        state.withLock { state in
            state.finished += 1
            if input.isMember { state.total = nil }
            let now = ContinuousClock.now
            guard now - start > .milliseconds(500), state.lastDraw.map({ now - $0 > .milliseconds(100) }) ?? true else {
                return
            }
            state.lastDraw = now
            state.isDrawn = true
            let total = state.total.map { " of \($0)" } ?? ""
            console.draw("\r\u{1B}[KReading \(state.finished)\(total)")
        }
    }

    /// Removes the line.
    func clear() {
        state.withLock { state in
            if state.isDrawn { console.draw("\r\u{1B}[K") }
            state.isDrawn = false
        }
    }
}
