import TOTPDomain

/// The passphrases to try on one input, in this order: those that are known, those newly typed for earlier inputs, then
/// those typed for this input.
struct PassphraseAttempts {
    private let known: KnownPassphrases
    private let ask: (@Sendable (PassphraseQuestion) async -> PassphraseAnswer)?
    private var question: PassphraseQuestion?
    private var tried: Set<Passphrase> = []
    private var pending: [Passphrase]
    private var isMyTurn = false
    /// The passphrase that was typed last.
    private var last: Passphrase?
    /// Whether the user decided not to type it.
    private(set) var isSkipped = false
    /// Whether the user typed the maximum number of wrong passphrases.
    var isExhausted: Bool { question.map { $0.attempt > PassphraseQuestion.attempts } ?? false }

    /// - Parameter question: the question; nil never to ask.
    init(_ known: KnownPassphrases, _ source: PassphraseSource, _ question: PassphraseQuestion?) {
        self.known = known
        ask = source.ask
        self.question = source.ask == nil ? nil : question
        pending = known.inOrder
    }

    /// Returns the next passphrase, after the last was wrong; nil at the end.
    ///
    /// - Parameter turn: waits until it is the input's turn to ask.
    mutating func next(turn: @Sendable () async -> Void) async -> Passphrase? {
        if let last { known.typed(last) }
        last = nil
        if let candidate = nextPending() { return candidate }
        guard question != nil else { return nil }
        if !isMyTurn {
            await turn()
            isMyTurn = true
            // Typed for other inputs meanwhile.
            pending = known.inOrder
            if let candidate = nextPending() { return candidate }
        }
        guard var question, let ask, question.attempt <= PassphraseQuestion.attempts else { return nil }
        question.tried = tried.count
        switch await ask(question) {
        case .typed(let passphrase):
            self.question?.attempt += 1
            last = passphrase
            return passphrase
        case .skip:
            isSkipped = true
            self.question = nil
            return nil
        case .nobody:
            self.question = nil
            return nil
        }
    }

    /// Why the input is not read, if none of them opens it.
    func failure(_ last: SourceError) -> SourceError {
        if isSkipped { return .skippedByUser }
        guard isExhausted, last.code == .wrongPassphrase, last.advice == nil else { return last }
        return SourceError(last.code, last.problem, .rescue)
    }

    private mutating func nextPending() -> Passphrase? {
        while !pending.isEmpty {
            let candidate = pending.removeFirst()
            if tried.insert(candidate).inserted { return candidate }
        }
        return nil
    }
}
