import ImportPipeline
import TOTPDomain

/// Passphrases for encrypted inputs: those given in advance, then a prompt that names file and app.
///
/// An actor, so that two inputs never ask at once.
actor TerminalPassphrases: PassphraseSource {
    nonisolated let known: [Passphrase]
    nonisolated let canAsk = ControllingTerminal() != nil

    private let mayAsk: @Sendable () async -> Bool

    /// - parameter mayAsk: waits until somebody may be asked; false if the answer would be of no use.
    init(known: [Passphrase], mayAsk: @escaping @Sendable () async -> Bool) {
        self.known = known
        self.mayAsk = mayAsk
    }

    func ask(_ question: PassphraseQuestion) async -> PassphraseAnswer {
        guard await mayAsk() else { return .nobody }
        let (lines, prompt) = Self.text(question)
        switch PassphrasePrompt.ask(prompt, after: lines) {
        case .typed(let passphrase): return .typed(passphrase)
        case .empty: return .skip
        case .unavailable: return .nobody
        }
    }

    /// The lines before the prompt, and the prompt.
    static func text(_ question: PassphraseQuestion) -> (lines: [String], prompt: String) {
        guard question.attempt == 1 else {
            let keyFile = question.mayNeedKeyFile ? ", or a key file is needed (--key-file FILE)" : ""
            return (
                [], "Wrong passphrase\(keyFile). Try again (\(question.attempt) of \(PassphraseQuestion.attempts))"
            )
        }
        var place = ""
        if let number = question.place, number.count > 1 { place = "\(number.number) of \(number.count): " }
        let keyFile =
            question.mayNeedKeyFile
            ? ["If it also has a key file, skip it and run again with --key-file FILE."] : []
        return ([place + question.sentence] + keyFile, "Passphrase (Enter to skip this file)")
    }
}
