import Synchronization
import Testing

@testable import ImportPipeline

@Suite("Work on many elements, a few at once")
struct BoundedTasksTests {
    @Test("Results are in the order of the elements, whichever ends first", arguments: [1, 2, 8])
    func order(width: Int) async throws {
        let results = try await BoundedTasks.map(Array(0..<40), width: width) { number in
            // Early elements take longest.
            try await Task.sleep(for: .milliseconds(number % 8 == 0 ? 8 : 1))
            return number * number
        }
        #expect(results == (0..<40).map { $0 * $0 })
    }

    @Test("As many elements as the width run at once, and never more", arguments: [1, 2, 8])
    func width(width: Int) async throws {
        let gauge = Gauge()
        _ = try await BoundedTasks.map(Array(0..<32), width: width) { _ in
            gauge.enter()
            try await Task.sleep(for: .milliseconds(5))
            gauge.leave()
        }
        #expect(gauge.highest == width)
    }

    @Test(
        "A width above the number of elements, and one below 1, still give all results",
        arguments: [(0, 3), (-1, 3), (8, 3), (.max, 3), (2, 0)])
    func extremes(width: Int, count: Int) async throws {
        #expect(try await BoundedTasks.map(Array(0..<count), width: width) { $0 } == Array(0..<count))
    }

    @Test("Every finished element is reported to the caller", arguments: [1, 8])
    func finished(width: Int) async throws {
        let calls = CallLog<Void>()
        _ = try await BoundedTasks.map(Array(0..<25), width: width, finished: { calls.append(()) }) { $0 }
        #expect(calls.all.count == 25)
    }

    @Test("Cancellation ends the work: started elements are finished, no new one is started")
    func cancellation() async throws {
        let begun = CallLog<Int>()
        let work = Task {
            try await BoundedTasks.map(Array(0..<1000), width: 2) { number in
                begun.append(number)
                try? await Task.sleep(for: .seconds(60))
                return number
            }
        }
        while begun.all.count < 2 { try await Task.sleep(for: .milliseconds(1)) }
        work.cancel()
        await #expect(throws: CancellationError.self) { try await work.value }
        #expect(begun.all.sorted() == [0, 1])
    }

    @Test("No more pieces are taken than may wait, and results come in order", arguments: [(1, 1), (2, 4), (4, 2)])
    func waiting(width: Int, waiting: Int) async throws {
        var taken = 0
        var collected: [Int] = []
        try await BoundedTasks.run(width: width, waiting: waiting) {
            #expect(taken - collected.count < waiting)
            taken += 1
            return taken <= 30 ? taken : nil
        } work: { number in
            // Every third piece takes longest.
            try await Task.sleep(for: .milliseconds(number % 3 == 0 ? 4 : 1))
            return number
        } collect: {
            collected.append($0)
        }
        #expect(collected == Array(1...30))
    }

    @Test("An error of the work ends it", arguments: [1, 4])
    func failure(width: Int) async {
        struct Mishap: Error {}
        await #expect(throws: Mishap.self) {
            try await BoundedTasks.map(Array(0..<100), width: width) { number in
                if number == 7 { throw Mishap() }
            }
        }
    }
}

/// How many are inside at once.
private final class Gauge: Sendable {
    private let state = Mutex((now: 0, highest: 0))

    func enter() {
        state.withLock { state in
            state.now += 1
            state.highest = max(state.highest, state.now)
        }
    }

    func leave() { state.withLock { $0.now -= 1 } }

    var highest: Int { state.withLock { $0.highest } }
}

extension BoundedTasks {
    /// Runs `work` on every element.
    ///
    /// - Parameters:
    ///   - width: how many at once, at least 1. Memory depends on it, not on the number of elements.
    ///   - finished: called after each element, on the task that did it.
    /// - Throws: `CancellationError` if the task was cancelled; work in progress ends first.
    static func map<Element: Sendable, Value: Sendable>(
        _ elements: [Element],
        width: Int,
        finished: @escaping @Sendable () -> Void = {},
        _ work: @escaping @Sendable (Element) async throws -> Value
    ) async throws -> [Value] {
        var rest = elements[...]
        var values: [Value] = []
        values.reserveCapacity(elements.count)
        try await run(width: width, waiting: .max) {
            rest.popFirst()
        } work: { element in
            let value = try await work(element)
            finished()
            return value
        } collect: { value in
            values.append(value)
        }
        return values
    }
}
