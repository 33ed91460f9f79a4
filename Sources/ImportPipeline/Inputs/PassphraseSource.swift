public import TOTPDomain

/// Where passphrases for encrypted inputs come from.
public protocol PassphraseSource: Sendable {
    /// Passphrases given in advance, each tried once per input.
    var known: [Passphrase] { get }

    /// Asks a person.
    ///
    /// - parameters:
    ///   - input: the file's name.
    ///   - app: the app that exported the file.
    ///   - attempt: 1, 2 or 3.
    /// - returns: nil if nobody can be asked, or nobody answered.
    func ask(input: String, app: String, attempt: Int) async -> Passphrase?
}

/// No passphrases, and nobody to ask.
public struct NoPassphrases: PassphraseSource {
    public init() {}
    public var known: [Passphrase] { [] }
    public func ask(input: String, app: String, attempt: Int) async -> Passphrase? { nil }
}
