/// Work on the pieces of one producer, a few at a time, with results in the order of the pieces.
public enum OrderedWork {
    /// Runs until `next` gives nil. `next` and `collect` are never called at the same time.
    ///
    /// - parameters:
    ///   - width: how many pieces to work on at once. Two more wait, so workers never wait for input.
    ///   - next: the next piece.
    ///   - collect: takes the results, in order.
    /// - throws: what `next` and `collect` throw, and `CancellationError`.
    public static func run<Piece: Sendable, Result: Sendable>(
        width: Int,
        next: () throws -> Piece?,
        work: @escaping @Sendable (Piece) -> Result,
        collect: (Result) throws -> Void
    ) async throws {
        let most = width <= 1 ? 1 : width + 2
        try await withThrowingTaskGroup(of: (Int, Result).self) { group in
            var handedOut = 0
            var collected = 0
            var waiting: [Int: Result] = [:]
            var isAtEnd = false
            while true {
                while !isAtEnd, handedOut - collected < most {
                    try Task.checkCancellation()
                    guard let piece = try next() else {
                        isAtEnd = true
                        break
                    }
                    let number = handedOut
                    group.addTask { (number, work(piece)) }
                    handedOut += 1
                }
                guard let (number, result) = try await group.next() else { break }
                waiting[number] = result
                while let result = waiting.removeValue(forKey: collected) {
                    try collect(result)
                    collected += 1
                }
            }
        }
    }
}
