import Synchronization

/// Work on many inputs, a few at once, with results in input order.
public enum BoundedTasks {
    /// Runs `work` on every element.
    ///
    /// - parameters:
    ///   - width: how many at once, at least 1. Memory depends on it, not on the number of elements.
    ///   - finished: called after each element, on the task that did it.
    /// - throws: `CancellationError` if the task was cancelled; work in progress ends first.
    public static func map<Element: Sendable, Value: Sendable>(
        _ elements: [Element],
        width: Int,
        finished: @escaping @Sendable () -> Void = {},
        _ work: @escaping @Sendable (Element) async throws -> Value
    ) async throws -> [Value] {
        let ticket = Ticket()
        let results = try await withThrowingTaskGroup(of: [(Int, Value)].self) { group in
            for _ in 0..<max(1, min(width, elements.count)) {
                group.addTask {
                    var mine: [(Int, Value)] = []
                    while let index = ticket.take(below: elements.count) {
                        try Task.checkCancellation()
                        mine.append((index, try await work(elements[index])))
                        finished()
                    }
                    return mine
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        return results.sorted { $0.0 < $1.0 }.map(\.1)
    }

    /// The next index to take. A class, because a task's closure cannot capture a local atomic.
    private final class Ticket: Sendable {
        private let next = Atomic<Int>(0)

        func take(below count: Int) -> Int? {
            let index = next.add(1, ordering: .relaxed).oldValue
            return index < count ? index : nil
        }
    }
}
