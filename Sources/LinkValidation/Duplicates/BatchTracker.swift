import TOTPDomain

/// Which parts of Google Authenticator's exports were seen, to name those that were not.
public struct BatchTracker: Sendable {
    private struct Batch: Hashable {
        var id: Int32
        var size: Int
    }

    private struct State {
        var seen: Set<Int>
        var source: Int
        var line: Int?
        var code: Int?
        var order: Int
    }

    private var batches: [Batch: State] = [:]

    /// Exports that are kept in mind; a help desk's list has a few.
    private static let maximumCount = 10_000

    public init() {}

    mutating func add(_ part: MigrationPart, source: Int, line: Int?, code: Int?) {
        let batch = Batch(id: part.batchID, size: part.size)
        if batches[batch] == nil, batches.count >= Self.maximumCount { return }
        var state = batches[batch] ?? State(seen: [], source: source, order: batches.count)
        state.seen.insert(part.index)
        (state.source, state.line, state.code) = (source, line, code)
        batches[batch] = state
    }

    /// What is missing, in the order in which the exports began; the place is that of their last part.
    func missing() -> [(source: Int, line: Int?, code: Int?, message: String)] {
        batches.sorted { $0.value.order < $1.value.order }.compactMap { batch, state in
            let missing = (0..<batch.size).filter { !state.seen.contains($0) }
            guard !missing.isEmpty else { return nil }
            let numbers = missing.map { String($0 + 1) }.joined(separator: ", ")
            return (
                state.source, state.line, state.code,
                "Of this Google Authenticator export in \(batch.size) parts, "
                    + (missing.count == 1 ? "part \(numbers) is missing." : "parts \(numbers) are missing.")
            )
        }
    }
}
