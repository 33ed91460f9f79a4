internal import ImportPipeline
internal import TOTPDomain

/// What a person must know to type the passphrase of an encrypted input.
public struct PassphraseRequest: Sendable, Hashable {
    /// The name of the input.
    public let input: String
    /// The app that exported it; several if that is not certain.
    public let app: String
    /// Whether the input might be something else: its format has no signature.
    public let isGuess: Bool
    /// 1, 2 or 3: after a wrong passphrase, the person is asked again.
    public let attempt: Int
}

/// Passphrases that an app knows, and a person whom it can ask.
struct AppPassphrases: PassphraseSource {
    let known: [Passphrase]
    let question: (@Sendable (PassphraseRequest) async -> Passphrase?)?

    var canAsk: Bool { question != nil }

    func ask(_ question: PassphraseQuestion) async -> PassphraseAnswer {
        guard let ask = self.question, !Task.isCancelled else { return .nobody }
        let request = PassphraseRequest(
            input: question.input, app: question.app, isGuess: question.isGuess, attempt: question.attempt)
        return await ask(request).map { .typed($0) } ?? .skip
    }
}
