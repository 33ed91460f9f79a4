/// The features that identify an account: secret, kind, parameters and PIN, and issuer and name ignoring case and
/// whitespace.
///
/// The counter of a HOTP account is its state, not part of its identity.
///
/// All parts are in one object: identities are copied a lot, and are keys of several tables.
package struct AccountIdentity: Sendable, Hashable {
    fileprivate let parts: Parts

    fileprivate final class Parts: Sendable {
        let secret: OTPSecret
        let issuer: String
        let name: String
        let parameters: OTPParameters
        let pin: OTPPin?
        /// The hashes are computed once, because identities are looked up many times.
        let hashOfSecret: Int
        let hashOfNames: Int

        init(_ account: Account, pin: OTPPin?) {
            secret = account.secret
            issuer = FoldedName.of(account.issuer)
            name = FoldedName.of(account.name)
            parameters = account.parameters.atCounter(0)
            self.pin = pin
            hashOfSecret = account.secret.hashValue
            var hasher = Hasher()
            hasher.combine(issuer)
            hasher.combine(name)
            hashOfNames = hasher.finalize()
        }

        func hasNames(of other: Parts) -> Bool {
            hashOfNames == other.hashOfNames && issuer == other.issuer && name == other.name
        }

        func hasSecret(of other: Parts) -> Bool { hashOfSecret == other.hashOfSecret && secret == other.secret }
    }

    package init(_ account: Account) { parts = Parts(account, pin: account.pin) }

    /// The identity that the account has without its PIN.
    package static func withoutPIN(_ account: Account) -> AccountIdentity {
        AccountIdentity(parts: Parts(account, pin: nil))
    }

    private init(parts: Parts) { self.parts = parts }

    package static func == (first: AccountIdentity, second: AccountIdentity) -> Bool {
        let (first, second) = (first.parts, second.parts)
        return first === second
            || first.hasNames(of: second) && first.hasSecret(of: second) && first.parameters == second.parameters
                && first.pin == second.pin
    }

    /// The fields that differ most.
    package func hash(into hasher: inout Hasher) { hasher.combine(parts.hashOfSecret ^ parts.hashOfNames) }

    package var code: Code { Code(parts: parts) }
    var secret: Secret { Secret(parts: parts) }
    var names: Names { Names(parts: parts) }

    /// The values that determine one-time codes, without the names: apps show the same account under different names.
    package struct Code: Sendable, Hashable {
        fileprivate let parts: Parts

        package static func == (first: Code, second: Code) -> Bool {
            let (first, second) = (first.parts, second.parts)
            return first.hasSecret(of: second) && first.parameters == second.parameters && first.pin == second.pin
        }

        package func hash(into hasher: inout Hasher) { hasher.combine(parts.hashOfSecret) }
    }

    struct Secret: Sendable, Hashable {
        fileprivate let parts: Parts

        static func == (first: Secret, second: Secret) -> Bool { first.parts.hasSecret(of: second.parts) }

        func hash(into hasher: inout Hasher) { hasher.combine(parts.hashOfSecret) }
    }

    /// Issuer and name, ignoring case and whitespace.
    struct Names: Sendable, Hashable {
        fileprivate let parts: Parts

        var isEmpty: Bool { parts.issuer.isEmpty && parts.name.isEmpty }

        static func == (first: Names, second: Names) -> Bool { first.parts.hasNames(of: second.parts) }

        func hash(into hasher: inout Hasher) { hasher.combine(parts.hashOfNames) }
    }
}
