public import TOTPDomain

/// Where passphrases for encrypted inputs come from.
public protocol PassphraseSource: Sendable {
    /// Passphrases given in advance, each tried once per input.
    var known: [Passphrase] { get }

    /// Whether there is a person to ask.
    var canAsk: Bool { get }

    /// Asks a person. Inputs ask one after the other, in their order.
    func ask(_ question: PassphraseQuestion) async -> PassphraseAnswer
}

/// What a person must know to type the passphrase of an input.
public struct PassphraseQuestion: Sendable, Hashable {
    /// The file's name.
    public var input: String
    /// The app that exported the file; several if that is not certain.
    public var app: String
    /// Whether the file might be something else: its format has no signature.
    public var isGuess: Bool
    /// 1, 2 or 3.
    public var attempt: Int
    /// Which of the inputs it is, from 1, and their number.
    public var place: InputPlace?
    /// Whether the file could need a key file that was not given.
    public var mayNeedKeyFile: Bool

    public static let attempts = 3

    public init(
        input: String, app: String, isGuess: Bool = false, attempt: Int, place: InputPlace? = nil,
        mayNeedKeyFile: Bool = false
    ) {
        self.input = input
        self.app = app
        self.isGuess = isGuess
        self.attempt = attempt
        self.place = place
        self.mayNeedKeyFile = mayNeedKeyFile
    }
}

/// Which of the inputs of a run.
public struct InputPlace: Sendable, Hashable {
    /// From 1. The members of an archive have the number of the archive.
    public var number: Int
    public var count: Int

    public init(number: Int, count: Int) {
        self.number = number
        self.count = count
    }
}

public enum PassphraseAnswer: Sendable, Hashable {
    case typed(Passphrase)
    /// The input is not to be read.
    case skip
    /// Nobody can be asked.
    case nobody
}

/// Passphrases given in advance, and nobody to ask.
public struct GivenPassphrases: PassphraseSource {
    public let known: [Passphrase]
    public var canAsk: Bool { false }

    public init(_ known: [Passphrase] = []) { self.known = known }

    public func ask(_ question: PassphraseQuestion) async -> PassphraseAnswer { .nobody }
}

extension SourceError {
    /// For an input that a person skipped.
    public static let skippedByUser = SourceError(
        .passphraseRequired, "encrypted, and skipped at the prompt; run again to read it")
}
