import Encodings
import Synchronization
import TOTPDomain

/// The passphrases given in advance or typed; the passphrase that opened the last input comes first.
///
/// Most people use one passphrase for all their exports: from the second file on, only one key derivation is needed,
/// however many passphrases were given. The results do not depend on the order.
final class KnownPassphrases: Sendable {
    private struct State {
        /// Given in advance, or typed and right.
        var good: [Passphrase]
        /// Typed for another input, which they did not open: perhaps they open the next.
        var wrong: [Passphrase] = []
        var last: Passphrase?
    }

    private let state: Mutex<State>

    /// Each costs a key derivation per input.
    private static let wrongKept = PassphraseQuestion.attempts

    init(_ passphrases: [Passphrase]) {
        // A passphrase that was given twice would be derived twice.
        state = Mutex(State(good: passphrases.distinct))
    }

    var inOrder: [Passphrase] {
        state.withLock { state in
            let all = state.good + state.wrong
            guard let last = state.last else { return all }
            return [last] + all.filter { $0 != last }
        }
    }

    func opened(with passphrase: Passphrase) {
        state.withLock { state in
            state.last = passphrase
            state.wrong.removeAll { $0 == passphrase }
            if !state.good.contains(passphrase) { state.good.append(passphrase) }
        }
    }

    /// Remembers a typed passphrase that did not open its input.
    func typed(_ passphrase: Passphrase) {
        state.withLock { state in
            guard !state.good.contains(passphrase), !state.wrong.contains(passphrase) else { return }
            state.wrong = (state.wrong + [passphrase]).suffix(Self.wrongKept)
        }
    }
}
