import Dispatch
import Synchronization

extension Array where Element: Sendable {
    /// As `map`, on all cores.
    ///
    /// - Parameter transform: called once per element, in any order.
    package func concurrentMap<Result: Sendable>(_ transform: @Sendable (Element) -> Result) -> [Result] {
        // Each part takes every 64th element: elements differ in the work they make, and neighbors are often alike.
        let partCount = Swift.min(count, 64)
        let parts = Mutex([[Result]](repeating: [], count: partCount))
        DispatchQueue.concurrentPerform(iterations: partCount) { part in
            var results: [Result] = []
            results.reserveCapacity(count / partCount + 1)
            var index = part
            while index < count {
                results.append(transform(self[index]))
                index += partCount
            }
            parts.withLock { [results] in $0[part] = results }
        }
        let results = parts.withLock { $0 }
        var all: [Result] = []
        all.reserveCapacity(count)
        for index in 0..<count { all.append(results[index % partCount][index / partCount]) }
        return all
    }
}
