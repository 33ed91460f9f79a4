import Synchronization

/// The estimated time of the key derivations of one reading, all together.
final class DerivationTime: Sendable {
    private let spent = Mutex(0.0)

    /// - Returns: the seconds of all derivations so far, with these.
    func add(_ seconds: Double) -> Double {
        spent.withLock { spent in
            spent += seconds
            return spent
        }
    }
}
