import Synchronization
import TOTPDomain

/// The passphrases that were given beforehand, the one that opened an input last before the others.
///
/// Whoever exports several apps mostly takes one passphrase for all: from the second file on, the right one costs its
/// own key derivation alone, however many were given. What comes out does not depend on the order.
final class KnownPassphrases: Sendable {
    private let given: [Passphrase]
    private let last = Mutex<Passphrase?>(nil)

    init(_ passphrases: [Passphrase]) {
        var seen: Set<Passphrase> = []
        // One that was given twice would be derived twice.
        given = passphrases.filter { seen.insert($0).inserted }
    }

    var inOrder: [Passphrase] {
        guard let last = last.withLock({ $0 }) else { return given }
        return [last] + given.filter { $0 != last }
    }

    func opened(with passphrase: Passphrase) { last.withLock { $0 = passphrase } }
}
