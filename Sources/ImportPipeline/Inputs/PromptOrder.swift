import Synchronization

/// The order in which inputs that are read at once ask for passphrases: each waits until all inputs before it are done.
final class PromptOrder: Sendable {
    private struct State {
        /// Inputs that were handed out.
        var taken = 0
        /// Inputs that are done, although an input before them is not.
        var done: Set<Int> = []
        /// The first input that is not done.
        var current = 0
        var waiting: [(number: Int, task: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    /// The number of the next input.
    func take() -> Int {
        state.withLock { state in
            state.taken += 1
            return state.taken - 1
        }
    }

    func finish(_ number: Int) {
        let ready = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.done.insert(number)
            while state.done.remove(state.current) != nil { state.current += 1 }
            let current = state.current
            let ready = state.waiting.filter { $0.number <= current }.map { $0.task }
            state.waiting.removeAll { $0.number <= current }
            return ready
        }
        for task in ready { task.resume() }
    }

    /// Waits until all inputs before an input are done.
    func wait(for number: Int) async {
        await withCheckedContinuation { task in
            let isReady = state.withLock { state in
                if number <= state.current { return true }
                state.waiting.append((number, task))
                return false
            }
            if isReady { task.resume() }
        }
    }

    /// Waits until all inputs that were handed out are done.
    func waitForAll() async { await wait(for: state.withLock { $0.taken }) }
}

/// The turn of one input.
package struct PromptTurn: Sendable {
    let number: Int
    let order: PromptOrder

    func wait() async { await order.wait(for: number) }
}
