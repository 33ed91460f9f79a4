/// What makes two accounts the same: secret, kind, parameters and PIN, and issuer and name ignoring case and whitespace.
///
/// The counter of a HOTP account is its state, not part of its identity.
package struct AccountIdentity: Sendable, Hashable {
    private let secret: OTPSecret
    private let parameters: OTPParameters
    private let pin: OTPPin?
    let names: Names
    /// The hash of the fields that differ most, computed once because identities are looked up many times.
    private let hash: Int

    /// Issuer and name, ignoring case and whitespace.
    struct Names: Sendable, Hashable {
        let issuer: String
        let name: String

        var isEmpty: Bool { issuer.isEmpty && name.isEmpty }
    }

    package init(_ item: TOTPItem) {
        secret = item.secret
        parameters = item.parameters.atCounter(0)
        pin = item.pin
        names = Names(issuer: FoldedName.of(item.issuer), name: FoldedName.of(item.name))
        var hasher = Hasher()
        hasher.combine(secret)
        hasher.combine(names)
        hash = hasher.finalize()
    }

    package static func == (first: AccountIdentity, second: AccountIdentity) -> Bool {
        first.hash == second.hash && first.secret == second.secret && first.parameters == second.parameters
            && first.pin == second.pin && first.names == second.names
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
