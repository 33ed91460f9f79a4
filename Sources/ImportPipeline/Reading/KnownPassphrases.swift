import Synchronization
import TOTPDomain

/// The passphrases given in advance; the one that opened the last input comes first.
///
/// Most people use one passphrase for all their exports: from the second file on, only one key derivation is needed,
/// however many passphrases were given. The results do not depend on the order.
final class KnownPassphrases: Sendable {
    private let given: [Passphrase]
    private let last = Mutex<Passphrase?>(nil)

    init(_ passphrases: [Passphrase]) {
        var seen: Set<Passphrase> = []
        // A passphrase that was given twice would be derived twice.
        given = passphrases.filter { seen.insert($0).inserted }
    }

    var inOrder: [Passphrase] {
        guard let last = last.withLock({ $0 }) else { return given }
        return [last] + given.filter { $0 != last }
    }

    func opened(with passphrase: Passphrase) { last.withLock { $0 = passphrase } }
}
