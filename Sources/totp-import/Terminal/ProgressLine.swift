import Synchronization

/// One line on standard error that counts finished inputs, drawn when the work lasts over half a second.
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

    init(console: Console, total: Int, isQuiet: Bool) {
        self.console = console
        self.total = total
        isShown = console.isErrorTerminal && !isQuiet
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

    /// Takes the line away; what is printed next starts where it stood.
    func clear() {
        state.withLock { state in
            if state.isDrawn { console.draw("\r\u{1B}[K") }
            state.isDrawn = false
        }
    }
}
