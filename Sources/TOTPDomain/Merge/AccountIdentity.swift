/// What makes two accounts the same: secret, kind, parameters and PIN, and issuer and name ignoring case and whitespace.
///
/// The counter of a HOTP account is its state, not part of its identity.
public struct AccountIdentity: Sendable, Hashable {
    private let secret: OTPSecret
    private let parameters: OTPParameters
    private let pin: OTPPin?
    private let issuer: String
    private let name: String

    public init(_ item: TOTPItem) {
        secret = item.secret
        parameters = item.parameters.atCounter(0)
        pin = item.pin
        issuer = FoldedName.of(item.issuer)
        name = FoldedName.of(item.name)
    }
}
