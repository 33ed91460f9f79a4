import Dispatch

extension RandomAccessCollection where Self: Sendable, Index == Int {
    /// As `map`, on all cores.
    ///
    /// - Parameter transform: called once per element, in any order.
    package func concurrentMap<Result: Sendable>(_ transform: @Sendable (Element) -> Result) -> [Result] {
        let count = count
        // Some elements need more work than others, so there are many parts: each free core takes the next part.
        let partSize = Swift.max(1, Swift.min(1000, count / 64))
        return Array(unsafeUninitializedCapacity: count) { buffer, initialized in
            // Each part writes only its own elements.
            nonisolated(unsafe) let results = buffer
            DispatchQueue.concurrentPerform(iterations: (count + partSize - 1) / partSize) { part in
                let first = part * partSize
                for offset in first..<Swift.min(first + partSize, count) {
                    results.initializeElement(at: offset, to: transform(self[startIndex + offset]))
                }
            }
            initialized = count
        }
    }
}
