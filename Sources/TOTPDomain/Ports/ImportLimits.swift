import Encodings
import Synchronization

/// Limits for a source. Checked before anything is allocated or derived.
package struct ImportLimits: Sendable {
    /// Bytes of a source, 256 MiB.
    package var sourceBytes = Limit.input
    /// Bytes of a text, 64 MiB.
    package var textBytes = Limit.text
    /// Bytes of a database, or of another source that is not a text, an image or an archive, 128 MiB.
    package var databaseBytes = Limit.database
    /// Entries of a source.
    package var entries = Limit.entries
    /// The most memory that a key derivation may use, in bytes, 1 GiB; `--kdf-memory` sets it.
    package var keyDerivationMemory = Limit.derivationMemory
    /// The most seconds that all key derivations of a source may take, 10; `--kdf-time` sets it. Estimated from their
    /// costs, not measured.
    package var keyDerivationSeconds = Limit.derivationTime
    /// Called before each key derivation that takes a second or more, together with those before it.
    package var willDerive: (@Sendable () -> Void)?

    private var derivationTime = DerivationTime()

    package init() {}

    /// The same limits for another reading, with key derivations counted from zero.
    package var restarted: ImportLimits {
        var limits = self
        limits.derivationTime = DerivationTime()
        return limits
    }

    /// Allows a key derivation, before it starts.
    ///
    /// - Parameters:
    ///   - seconds: about its time, on one core of a usual computer.
    ///   - cost: the cost that the file demands, for the message: `20000000 iterations`.
    /// - Throws: ``SourceError`` with `limit-exceeded` if the derivations of a source take too long together.
    package func allow(derivationOf seconds: Double, _ cost: @autoclosure () -> String) throws(SourceError) {
        let total = derivationTime.add(seconds)
        guard total <= Double(keyDerivationSeconds) else {
            let need =
                seconds > Double(keyDerivationSeconds)
                ? "its key derivation needs \(cost()), about \(Self.whole(seconds)) s"
                : "its key derivations need about \(Self.whole(total)) s or more together"
            throw SourceError(.limitExceeded, "\(need), the limit is \(keyDerivationSeconds) s", .option("--kdf-time"))
        }
        if total >= 1 { willDerive?() }
    }

    private static func whole(_ seconds: Double) -> Int { Int(min(seconds, 1e12).rounded(.up)) }
}

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
