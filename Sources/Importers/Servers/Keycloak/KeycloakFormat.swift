import Encodings
import FormatEngine
import TOTPDomain

/// A realm export of Keycloak with its users, or users alone, as for a partial import (`Docs/formats/keycloak.md`).
package struct KeycloakFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "keycloak",
        group: .file,
        app: "Keycloak",
        file: "JSON, realm export",
        exportSteps: .text(
            "On the server: kc.sh export --realm NAME --users realm_file --file FILE (the admin console's export has "
                + "no users)"),
        keepsake: .ownData("the data of a server, with users and settings that are not taken")
    )

    /// The members of `UserRepresentation` and `CredentialRepresentation`.
    private static let members = KnownNames(
        """
        id credentials createdDate priority value temporary device \
        hashedSaltedValue salt hashIterations counter algorithm digits period createdTimestamp enabled totp \
        emailVerified firstName lastName email disableableCredentialTypes requiredActions realmRoles notBefore groups \
        federationLink serviceAccountClientId origin self socialLinks federatedIdentities clientConsents
        """, texts: "username type userLabel",
        opaque: "secretData credentialData attributes clientRoles applicationRoles access userProfileMetadata")

    /// The members of `PartialImportRepresentation`, which names no realm.
    private static let partialImport: Set<String> = [
        "ifResourceExists", "policy", "users", "clients", "groups", "identityProviders", "roles",
    ]

    /// The issuer of a credential without a label, in a file that names no realm.
    package static let issuer = "Keycloak"

    /// One realm, a list of realms, or an object with users.
    package func recognizes(_ content: SourceContent) -> Bool {
        guard let outline = content.jsonOutline, outline.members["users"] == .array else { return false }
        if outline.members["realm"] == .string { return true }
        guard outline.shape == .object, !outline.has("realm") else { return false }
        return outline.members["ifResourceExists"] == .string
            || content.hasObject(inList: "users") { $0["credentials"] == .array }
                && content.text.contains("\"secretData\"".utf8)
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let root = try JSONValue(text: request.content.text)
        let path: [JSONRecordCount.Step] = ["users", .elements, "credentials"]
        var document = ImportedDocument(
            format: description.id,
            records: JSONRecordCount.count(root.kind == .array ? [.elements] + path : path, in: request.content.text))
        try request.limits.check(records: document.records)
        var entries = 0
        var unread = UnreadNames()
        for realm in root.kind == .array ? Array(root.elements) : [root] {
            guard realm.kind == .object else {
                throw .damaged("a realm is not an object")
            }
            // A realm without users is a part of a list.
            guard try realm.member("users") != nil else {
                if realm.hasMember("credentialData") { throw .mayBeNewer("users") }
                continue
            }
            let isRealm = realm.has("realm")
            guard isRealm || realm.members.allSatisfy({ Self.partialImport.contains($0.name) }) else {
                throw .mayBeNewer("realm")
            }
            let names = [try realm.member("displayName").name, try realm.member("realm").name]
            for (name, value) in realm.members where isOther(name, value) { unread.add(raw: name, entries: 0) }
            let issuer = names.first { !$0.isBlank } ?? (isRealm ? "" : nil)
            for user in try realm.list("users") {
                add(user, of: issuer, to: &document, &entries, &unread)
            }
        }
        return naming(unread: unread, document)
    }

    /// Whether a member of a realm is a name that is not a text, or has another name or other users of a realm.
    private func isOther(_ name: String, _ value: JSONValue) -> Bool {
        switch name {
        case "realm", "displayName": value.kind != .null && value.field == .damaged
        case "users": false
        default:
            value.elements.contains { $0.has("credentials") }
                || value.kind == .object && (try? value.member("realm"))??.kind == .string
        }
    }

    /// Adds each credential of a user: a user may have several, and most users have no one-time codes.
    ///
    /// - Parameter issuer: nil if no realm is named.
    private func add(
        _ user: JSONValue, of issuer: String?, to document: inout ImportedDocument, _ entries: inout Int,
        _ unread: inout UnreadNames
    ) {
        let credentials: JSONList
        do throws(EntryError) {
            guard user.kind == .object else { throw .notAnObject }
            let value = try user["credentials"]
            guard value.map({ $0.kind == .array }) ?? !user.hasMember("credentialData") else {
                throw EntryError(.fieldDamaged, "credentials is missing or not a list")
            }
            credentials = value.elements
        } catch {
            // A damaged user has no counted credential.
            document.records += 1
            entries += 1
            document.reject(at: EntryPosition(entry: entries), error)
            return
        }
        // A realm has settings of its own, by the hundred; a user and the credentials are closed.
        unread.add(Self.members.unread(in: user.source, isRecord: true))
        for credential in credentials {
            entries += 1
            let account = Result { () throws(EntryError) in
                try KeycloakCredential(credential, issuer: issuer, of: user)
            }
            document.add(account, at: EntryPosition(entry: entries))
            if let names = try? account.get().unread { unread.add(names) }
        }
    }
}

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
