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

/// Passphrases given in advance, and nobody to ask.
public struct GivenPassphrases: PassphraseSource {
    public let known: [Passphrase]

    public init(_ known: [Passphrase] = []) { self.known = known }

    public func ask(input: String, app: String, attempt: Int) async -> Passphrase? { nil }
}
