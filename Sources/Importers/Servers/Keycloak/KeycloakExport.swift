import Encodings
import FormatEngine
import TOTPDomain

/// Users with credentials for Keycloak's partial import (`Docs/formats/keycloak.md`).
package struct KeycloakExport: ExportFormat {
    package init() {}

    package let description = ExportDescription(
        of: KeycloakFormat(),
        file: "JSON for Keycloak's partial import",
        protection: .none,
        capabilities: ExportCapabilities(
            kinds: [
                .totp: .init(digits: 6...8),
                .hotp: .init(digits: 6...8, largestCounter: Int64(Int32.max)),
            ],
            cautions: [
                .init(
                    "It needs Keycloak 22 or newer: older versions ignore that the secrets are base32, and accept no "
                        + "code."),
                .init(
                    "It creates users, named as the accounts are. Never choose Overwrite for users that exist: "
                        + "Keycloak deletes them first, with passwords and roles."),
            ]),
        importSteps:
            "Keycloak's admin console: Realm settings › Action › Partial import; if a resource exists: Fail."
    )

    package func write(_ request: ExportRequest) -> Export {
        var selection = ExportSelection(request, for: description)
        let credentials = selection.map { (account) throws(EntryError) in try Credential(account) }
        // Each once: Keycloak refuses a file that creates a user twice.
        var users = NamedGroups<OrderedJSON>()
        for (storable, credential) in zip(selection.accounts, credentials) {
            users.add(credential.json, to: credential.user)
            selection.recordName(storable, as: credential.names)
        }
        let list = users.all.map { name, credentials in
            OrderedJSON.object(["username": .string(name), "enabled": true, "credentials": .array(credentials)])
        }
        let document = OrderedJSON.object(["ifResourceExists": "FAIL", "users": .array(list)])
        return selection.export("keycloak.json", document.utf8, keepsNames: true)
    }

    /// An account as a credential of a user.
    private struct Credential {
        let user: String
        /// Issuer and name as they are read.
        let names: (issuer: String, name: String)
        let json: OrderedJSON

        /// The length of a column in Keycloak's database, in UTF-16.
        private static let longestText = 255

        init(_ account: Account) throws(EntryError) {
            let label = account.issuer.trimmingWhitespace
            // As Keycloak stores it.
            user = account.name.trimmingWhitespace.lowercased()
            guard !user.isEmpty else {
                throw EntryError(.nameNotSupported, "Keycloak needs a user name, and the account has no name")
            }
            guard !user.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
                throw EntryError(.nameNotSupported, "a user name of Keycloak has no control characters")
            }
            guard max(user.utf16.count, label.utf16.count) <= Self.longestText else {
                throw EntryError(
                    .nameNotSupported, "issuer and name have at most \(Self.longestText) characters each in Keycloak")
            }
            names = AccountLabel.normalized(issuer: label.isEmpty ? KeycloakFormat.issuer : label, name: user)
            let parameters = account.parameters
            json = .object([
                "type": "otp",
                "userLabel": label.isEmpty ? nil : .string(label),
                "secretData": Self.text(["value": .string(account.secret.base32)]),
                "credentialData": Self.text([
                    "subType": .string(parameters.kind.rawValue),
                    "digits": .integer(parameters.digits),
                    // The counter of the next code.
                    "counter": .integer(parameters.counter ?? 0),
                    "period": .integer(parameters.period ?? 0),
                    "algorithm": .string("Hmac\(parameters.algorithm.rawValue)"),
                    // Without it, the text itself would be the secret.
                    "secretEncoding": "BASE32",
                ]),
            ])
        }

        /// JSON in a string.
        private static func text(_ members: KeyValuePairs<String, OrderedJSON?>) -> OrderedJSON {
            .string(String(decoding: OrderedJSON.object(members).utf8, as: UTF8.self))
        }
    }
}
