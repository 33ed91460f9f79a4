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
            let results = stride(from: part, to: count, by: partCount).map { transform(self[$0]) }
            parts.withLock { $0[part] = results }
        }
        let results = parts.withLock { $0 }
        return indices.map { results[$0 % partCount][$0 / partCount] }
    }
}
