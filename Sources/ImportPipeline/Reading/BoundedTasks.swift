/// Work on many pieces, a few at once, with results in the order of the pieces.
package enum BoundedTasks {
    /// Runs until `next` returns nil. `next` and `collect` are never called at the same time.
    ///
    /// - Parameters:
    ///   - width: how many pieces to work on at once, at least 1.
    ///   - waiting: how many pieces may be taken and not yet collected. Memory depends on it if results are large.
    ///   - next: the next piece.
    ///   - collect: takes the results, in order.
    /// - Throws: errors of the closures, and `CancellationError`; work in progress ends first.
    package static func run<Piece: Sendable, Result: Sendable>(
        width: Int, waiting: Int, next: () async throws -> Piece?,
        work: @escaping @Sendable (Piece) async throws -> Result, collect: (Result) throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: (Int, Result).self) { group in
            var taken = 0
            var collected = 0
            var running = 0
            var results: [Int: Result] = [:]
            var isAtEnd = false
            while true {
                while !isAtEnd, running < max(1, width), taken - collected < max(1, waiting) {
                    try Task.checkCancellation()
                    guard let piece = try await next() else {
                        isAtEnd = true
                        break
                    }
                    let number = taken
                    group.addTask { (number, try await work(piece)) }
                    taken += 1
                    running += 1
                }
                guard let (number, result) = try await group.next() else { break }
                running -= 1
                results[number] = result
                while let result = results.removeValue(forKey: collected) {
                    try collect(result)
                    collected += 1
                }
            }
        }
    }
}
