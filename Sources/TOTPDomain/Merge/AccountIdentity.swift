/// What makes two accounts the same: secret, kind, parameters and PIN, and issuer and name ignoring case and whitespace.
///
/// The counter of a HOTP account is its state, not part of its identity.
///
/// The hashes are computed once, because identities are looked up many times.
package struct AccountIdentity: Sendable, Hashable {
    let secret: Secret
    let names: Names
    private let parameters: OTPParameters
    private let pin: OTPPin?

    struct Secret: Sendable, Hashable {
        private let secret: OTPSecret
        private let hash: Int

        init(_ secret: OTPSecret) {
            self.secret = secret
            hash = secret.hashValue
        }

        func hash(into hasher: inout Hasher) { hasher.combine(hash) }
    }

    /// Issuer and name, ignoring case and whitespace.
    struct Names: Sendable, Hashable {
        private let issuer: String
        private let name: String
        private let hash: Int

        init(issuer: String, name: String) {
            self.issuer = FoldedName.of(issuer)
            self.name = FoldedName.of(name)
            var hasher = Hasher()
            hasher.combine(self.issuer)
            hasher.combine(self.name)
            hash = hasher.finalize()
        }

        var isEmpty: Bool { issuer.isEmpty && name.isEmpty }

        static func == (first: Names, second: Names) -> Bool {
            first.hash == second.hash && first.issuer == second.issuer && first.name == second.name
        }

        func hash(into hasher: inout Hasher) { hasher.combine(hash) }
    }

    package init(_ item: TOTPItem) {
        secret = Secret(item.secret)
        names = Names(issuer: item.issuer, name: item.name)
        parameters = item.parameters.atCounter(0)
        pin = item.pin
    }

    /// The fields that differ most.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(secret)
        hasher.combine(names)
    }
}
