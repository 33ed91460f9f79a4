public import TOTPDomain

/// Where passphrases for encrypted inputs come from.
public protocol PassphraseSource: Sendable {
    /// Those that were given beforehand, each tried once for each input.
    var known: [Passphrase] { get }

    /// Asks a person.
    ///
    /// - parameters:
    ///   - input: the file's name.
    ///   - app: the app that the file is from.
    ///   - attempt: 1, 2 or 3.
    /// - returns: nil where nobody can be asked, or nobody answered.
    func ask(input: String, app: String, attempt: Int) async -> Passphrase?
}

/// No passphrases at all.
public struct NoPassphrases: PassphraseSource {
    public init() {}
    public var known: [Passphrase] { [] }
    public func ask(input: String, app: String, attempt: Int) async -> Passphrase? { nil }
}
