/// A member of a backup that is an account, encrypted or not.
struct AuthenticatorExtensionEntry: Sendable, Comparable {
    let name: String
    let fields: JSONValue
    let protection: Protection
    /// The position in the extension's list.
    private let index: Int64

    enum Protection: Sendable {
        case none
        /// Only the secret is encrypted.
        case secret
        /// The account is encrypted as a whole.
        case account(keyID: String)
    }

    /// - Returns: nil for settings, keys and other members that are not accounts.
    init?(named name: String, _ fields: JSONValue) {
        guard fields.kind == .object, !AuthenticatorExtensionFile.otherMembers.contains(name),
            fields["dataType"].name != AuthenticatorExtensionFile.key
        else { return nil }
        let hasSecret = fields["secret"] != nil
        guard hasSecret || fields["data"] != nil else { return nil }
        (self.name, self.fields) = (name, fields)
        index = (fields["index"]?.number).whole ?? 0
        if fields["dataType"].name == AuthenticatorExtensionFile.encryptedAccount || !hasSecret {
            protection = .account(keyID: fields["keyId"].name)
        } else {
            protection = fields["encrypted"].isSet ? .secret : .none
        }
    }

    static func < (a: Self, b: Self) -> Bool { (a.index, a.name) < (b.index, b.name) }

    static func == (a: Self, b: Self) -> Bool { (a.index, a.name) == (b.index, b.name) }
}
