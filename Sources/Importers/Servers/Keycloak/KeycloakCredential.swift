import Encodings
import FormatEngine
import TOTPDomain

/// A credential of a user of Keycloak. The relevant values are in JSON texts in the JSON.
struct KeycloakCredential: ExportedAccount {
    let names: (issuer: String, name: String)
    private let type, note: String
    private let secretData, data: JSONValue?

    /// - Parameters:
    ///   - value: an element of a user's list.
    ///   - issuer: nil if no realm is named: then the credential's own label is the issuer.
    init(_ value: JSONValue, issuer: String?, of user: JSONValue) throws(EntryError) {
        guard value.kind == .object else { throw .notAnObject }
        let label = try value["userLabel"].name
        names = (issuer ?? (label.isBlank ? KeycloakFormat.issuer : label), try user["username"].name)
        type = try value["type"].name
        note = issuer == nil ? "" : label
        secretData = try value["secretData"]
        data = try value["credentialData"]
    }

    /// Of `OTPSecretData` and `OTPCredentialData`.
    private static let members = KnownNames(reading: shape, "secretEncoding")

    /// The types of Keycloak's other credentials; a password may have no type.
    private static let others: Set<String> = [
        "", "password", "password-history", "webauthn", "webauthn-passwordless", "recovery-authn-codes", "secret",
        "cert", "kerberos",
    ]

    /// Servers may have types of their own. A credential of such a type with the members of a one-time code is
    /// rejected.
    var skipReason: SkipReason? {
        if Self.others.contains(type) { return .noOneTimeCode }
        let isOfCode =
            ["otp", "totp", "hotp"].contains(type) || (try? Self.inner(data, "credentialData"))?.has("subType") == true
        return isOfCode ? nil : .noOneTimeCode
    }

    /// A type, and members of the inner texts, that are not known.
    var unread: UnreadNames {
        var unread = UnreadNames()
        guard skipReason == nil else {
            if !Self.others.contains(type) { unread.add(raw: "type \(type)", entries: 0) }
            return unread
        }
        for text in [secretData, data] { unread.add(Self.members.unread(in: Array(text.name.utf8), isRecord: true)) }
        return unread
    }

    func draft() throws(EntryError) -> AccountDraft {
        guard type == "otp" else {
            // Before version 8, the type was the kind of codes.
            guard ["totp", "hotp"].contains(type) else {
                throw EntryError(.typeUnknown, "the type \(type.quoted) of its credential is not otp")
            }
            throw EntryError(.typeUnknown, "it was written by Keycloak before version 8", "export it with a newer one")
        }
        let secretData = try Self.inner(self.secretData, "secretData")
        let data = try Self.inner(self.data, "credentialData")
        var account = try Self.shape.account(in: try JSONObject(entry: data))
        account.secret = try secretData["value"]?.text
        let encoding = try data["secretEncoding"].name
        // The secret is the text itself, however much it looks like base32, unless the file names an encoding.
        if encoding.isEmpty {
            account.secretBytes = account.secret.orEmpty.isEmpty ? nil : Array(account.secret.orEmpty.utf8)
        } else if encoding != "BASE32" {
            account.problem = EntryError(
                .fieldDamaged, "the secret is encoded as \(encoding.quoted), which is unknown")
        }
        account.note = .text(note)
        return try account.draft()
    }

    private static let shape = EntryShape(
        secret: "value", kind: .named("subType", among: ["totp": .totp, "hotp": .hotp]), algorithm: "algorithm",
        digits: "digits", period: "period", counter: "counter")

    private static func inner(_ value: JSONValue?, _ member: StaticString) throws(EntryError) -> JSONValue {
        guard let text = value?.string, let inner = try? JSONValue(text: Array(text.utf8)), inner.kind == .object else {
            throw EntryError(.fieldDamaged, "\(member) is not JSON in a string")
        }
        return inner
    }
}
