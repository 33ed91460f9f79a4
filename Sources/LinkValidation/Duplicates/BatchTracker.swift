import TOTPDomain

/// Which parts of Google Authenticator's exports were seen, to name those that were not.
///
/// Parts belong together by the export's number and size. Current app versions write 0 for the number, so several
/// exports of one size look alike; then a part is missing where there are fewer of it than of another.
public struct BatchTracker: Sendable {
    private struct Batch: Hashable {
        var id: Int32
        var size: Int
    }

    private struct State {
        /// Contents of each part that was seen.
        var contents: [Int: Set<UInt64>] = [:]
        var source: Int
        var line: Int?
        var code: Int?
        var order: Int
    }

    private var batches: [Batch: State] = [:]
    private var count = 0

    /// Different parts that are kept in mind: some 10 MB of them. A help desk's list has a few.
    private let capacity: Int

    /// Whether there were parts that could not be kept in mind.
    public private(set) var isFull = false

    public init(capacity: Int = 100_000) { self.capacity = capacity }

    public mutating func add(_ part: MigrationPart, source: Int, line: Int?, code: Int?) {
        guard part.size > 1 else { return }
        let batch = Batch(id: part.batchID, size: part.size)
        guard count < capacity || batches[batch]?.contents[part.index]?.contains(part.fingerprint) == true else {
            isFull = true
            return
        }
        var state = batches.removeValue(forKey: batch) ?? State(source: source, order: batches.count)
        if state.contents[part.index, default: []].insert(part.fingerprint).inserted { count += 1 }
        (state.source, state.line, state.code) = (source, line, code)
        batches[batch] = state
    }

    /// What is missing, in the order in which the exports began; the place is that of their last part.
    public func missing() -> [(source: Int, line: Int?, code: Int?, message: String)] {
        batches.sorted { $0.value.order < $1.value.order }.compactMap { batch, state in
            let exports = state.contents.values.map(\.count).max() ?? 0
            let missing = (0..<batch.size).filter { state.contents[$0]?.count ?? 0 < exports }
            guard !missing.isEmpty else { return nil }
            let numbers = missing.map { String($0 + 1) }.joined(separator: ", ")
            let what =
                exports == 1
                ? "Of this Google Authenticator export"
                : "Of \(exports) Google Authenticator exports that look alike, each"
            return (
                state.source, state.line, state.code,
                "\(what) in \(batch.size) parts, "
                    + (missing.count == 1 ? "part \(numbers) is missing." : "parts \(numbers) are missing.")
            )
        }
    }
}
