import ImportPipeline
import TOTPDomain

/// Passphrases for encrypted inputs: those given in advance, then a prompt that names file and app.
///
/// An actor, so that two inputs never ask at once.
actor TerminalPassphrases: PassphraseSource {
    nonisolated let known: [Passphrase]

    init(known: [Passphrase]) { self.known = known }

    func ask(input: String, app: String, attempt: Int) async -> Passphrase? {
        let again = attempt > 1 ? "Wrong passphrase. " : ""
        return PassphrasePrompt.ask("\(again)Passphrase for \(input.inputName) (\(app))")
    }
}
