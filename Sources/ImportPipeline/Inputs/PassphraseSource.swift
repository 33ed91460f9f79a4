import TOTPDomain

/// Where passphrases for encrypted inputs come from.
package struct PassphraseSource: Sendable {
    /// Passphrases given in advance, each tried once per input.
    package let known: [Passphrase]
    /// Asks the user; nil if nobody can be asked. Inputs ask in their order, never at the same time.
    package var ask: (@Sendable (PassphraseQuestion) async -> PassphraseAnswer)?

    package init(known: [Passphrase] = [], ask: (@Sendable (PassphraseQuestion) async -> PassphraseAnswer)? = nil) {
        (self.known, self.ask) = (known, ask)
    }
}

/// The facts that users need to type the passphrase of an input.
package struct PassphraseQuestion: Sendable, Hashable {
    /// The file's name.
    package var input: String
    /// The app that exported the file; several if that is not certain.
    package var app: String
    /// Whether the file might be something else: its format has no signature.
    package var isGuess = false
    /// 1, 2 or 3.
    package var attempt = 1
    /// Which of the inputs it is, from 1, and their number.
    package var place: InputPlace?
    /// Whether the file could need a key file that was not given.
    package var mayNeedKeyFile = false
    package var isVault = false
    /// How many passphrases did not open it already.
    package var tried = 0

    package static let attempts = 3

    /// A sentence about the encrypted input: `aegis.json (Aegis) is encrypted.`
    package var sentence: String {
        let name = input.inputName
        let app = isVault ? "vault" : self.app.replacing(#/ \([^)]*\)/#, with: "")
        return isGuess
            ? "\(name) may be an encrypted export of \(self.app)." : "\(name) (\(app)) is encrypted."
    }
}

/// Which of the inputs of a run.
package struct InputPlace: Sendable, Hashable {
    private let storedNumber: Int32
    private let storedCount: Int32

    /// From 1. The members of an archive have the number of the archive.
    package var number: Int { Int(storedNumber) }
    package var count: Int { Int(storedCount) }

    package init(number: Int, count: Int) {
        storedNumber = Int32(clamping: number)
        storedCount = Int32(clamping: count)
    }
}

package enum PassphraseAnswer: Sendable, Hashable {
    case typed(Passphrase)
    /// Nothing was typed: the input is not to be read.
    case skip
    /// The user cannot be asked.
    case nobody
}

extension SourceError {
    /// For an input that the user skipped.
    package static let skippedByUser = SourceError(
        .passphraseRequired, "encrypted, and skipped at the prompt",
        .text(
            "run again to read it; if the passphrase is lost, see totp-import guide rescue",
            onPage: "give it later; if it is lost, export again from the old app"), isSkippedByUser: true)
}
