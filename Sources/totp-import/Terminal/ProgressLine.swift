import Synchronization

/// One line on standard error that counts finished inputs, shown if the work takes longer than half a second.
final class ProgressLine: Sendable {
    private struct State {
        var finished = 0
        var lastDraw: ContinuousClock.Instant?
        var isDrawn = false
    }

    private let console: Console
    private let total: Int
    private let isShown: Bool
    private let start = ContinuousClock.now
    private let state = Mutex(State())

    init(_ reporter: Reporter, total: Int) {
        console = reporter.console
        self.total = total
        isShown = console.isErrorTerminal && !reporter.isQuiet
    }

    func advance() {
        guard isShown else { return }
        state.withLock { state in
            state.finished += 1
            let now = ContinuousClock.now
            guard now - start > .milliseconds(500), state.lastDraw.map({ now - $0 > .milliseconds(100) }) ?? true else {
                return
            }
            state.lastDraw = now
            state.isDrawn = true
            console.draw("\r\u{1B}[KReading \(state.finished) of \(total)")
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
