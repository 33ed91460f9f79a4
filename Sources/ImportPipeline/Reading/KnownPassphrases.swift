import Synchronization
import TOTPDomain

/// The passphrases that were given beforehand, those first that opened an input last.
///
/// Whoever exports several apps mostly takes one passphrase for all: from the second file on, the right one costs its
/// own key derivation alone, however many were given. What comes out does not depend on the order.
final class KnownPassphrases: Sendable {
    private let passphrases: Mutex<[Passphrase]>

    init(_ passphrases: [Passphrase]) {
        var seen: Set<Passphrase> = []
        // One that was given twice would be derived twice.
        self.passphrases = Mutex(passphrases.filter { seen.insert($0).inserted })
    }

    var inOrder: [Passphrase] { passphrases.withLock { $0 } }

    func opened(with passphrase: Passphrase) {
        passphrases.withLock { passphrases in
            guard let index = passphrases.firstIndex(of: passphrase) else { return }
            passphrases.insert(passphrases.remove(at: index), at: 0)
        }
    }
}
