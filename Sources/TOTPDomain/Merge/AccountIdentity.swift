/// What makes two accounts the same: secret, kind, parameters and PIN, and issuer and name ignoring case and whitespace.
///
/// The counter of a HOTP account is its state, not part of its identity.
public struct AccountIdentity: Sendable, Hashable {
    private let secret: OTPSecret
    private let parameters: OTPParameters
    private let pin: OTPPin?
    private let issuer: String
    private let name: String
    /// The hash of the fields that differ most, computed once because identities are looked up many times.
    private let hash: Int

    public init(_ item: TOTPItem) {
        secret = item.secret
        parameters = item.parameters.atCounter(0)
        pin = item.pin
        issuer = FoldedName.of(item.issuer)
        name = FoldedName.of(item.name)
        var hasher = Hasher()
        hasher.combine(secret)
        hasher.combine(issuer)
        hasher.combine(name)
        hash = hasher.finalize()
    }

    public static func == (first: AccountIdentity, second: AccountIdentity) -> Bool {
        first.hash == second.hash && first.secret == second.secret && first.parameters == second.parameters
            && first.pin == second.pin && first.issuer == second.issuer && first.name == second.name
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
