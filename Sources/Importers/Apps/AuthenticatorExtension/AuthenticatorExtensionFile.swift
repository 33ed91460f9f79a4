import Encodings
import FormatEngine
import TOTPDomain

/// A backup of the browser extension Authenticator: an object with one member per account, and further members for
/// keys.
enum AuthenticatorExtensionFile {
    /// The values of `dataType`, since version 8.
    static let encryptedAccount = "EncOTPStorage", account = "OTPStorage", key = "Key"
    /// The version of the members with keys.
    static let keyVersion = 3

    /// Members of the outermost object that are never accounts.
    static let otherMembers: Set<String> = ["key", "enc", "hash", "UserSettings", "LocalStorage"]

    /// The kind of codes that an account generates, and the encoding of its secret.
    enum Kind: String, Sendable, CaseIterable {
        case totp, hotp
        /// Battle.net: eight digits.
        case battle
        case steam
        /// TOTP and HOTP with a hexadecimal secret.
        case hex, hhex

        /// - Parameter type: a name or a number, or nothing for an ordinary account.
        /// - Throws: ``EntryError`` with `type-unknown`. The extension takes it for an ordinary account.
        init(type: String) throws(EntryError) {
            let name = type.isBlank ? Self.totp.rawValue : type.trimmingWhitespace.lowercased()
            guard let kind = Self.allCases.first(where: { $0.rawValue == name || $0.number == name }) else {
                let known = Self.allCases.map(\.rawValue).joined(separator: ", ")
                throw EntryError(.typeUnknown, "the type \(type.quoted) is not one of \(known)")
            }
            self = kind
        }

        /// As a text, which every version reads: version 8 takes a name for an ordinary account.
        var number: String { AuthenticatorExtensionFile.number(of: self, in: Self.allCases) }
    }

    /// An algorithm's number, as a text, from 1 on; version 8 takes a name for SHA1.
    static func number(of algorithm: OTPAlgorithm) -> String { number(of: algorithm, in: OTPAlgorithm.numbered) }

    private static func number<Value: Equatable>(of value: Value, in list: [Value]) -> String {
        String((list.firstIndex(of: value) ?? 0) + 1)
    }

    /// Old versions wrote these in front of secrets instead of a type.
    private static let prefixes: [(text: String, kind: Kind)] = [
        ("blz-", .battle), ("bliz-", .battle), ("stm-", .steam),
    ]

    /// The prefix of the secret of a Steam account.
    static let steamPrefix = "stm-"

    /// A secret without its prefix, and the kind that the prefix means.
    static func withoutPrefix(_ secret: String) -> (kind: Kind, secret: String)? {
        for prefix in prefixes where secret.prefix(prefix.text.count).lowercased() == prefix.text {
            return (prefix.kind, String(secret.dropFirst(prefix.text.count)))
        }
        return nil
    }

    /// The issuer without the site that the account is for: `GitHub::github.com`.
    static func shownIssuer(_ issuer: String) -> String {
        issuer.firstRange(of: "::").map { String(issuer[..<$0.lowerBound]) } ?? issuer
    }
}

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
        /// A member is in the account twice.
        case unclear(EntryError)
    }

    /// - Returns: nil for settings, keys and other members that are not accounts.
    init?(named name: String, _ fields: JSONValue) {
        guard fields.kind == .object, !AuthenticatorExtensionFile.otherMembers.contains(name) else { return nil }
        (self.name, self.fields) = (name, fields)
        do throws(EntryError) {
            let type = try fields["dataType"].name, hasSecret = try fields["secret"] != nil
            // An account may have lost its secret.
            let isEmpty = !hasSecret && fields.hasMember("secret")
            let hasContent = try fields["secret", or: "data"] != nil
            guard type != AuthenticatorExtensionFile.key, isEmpty || hasContent else { return nil }
            let isWhole = type == AuthenticatorExtensionFile.encryptedAccount || !hasSecret && !isEmpty
            let protection: Protection =
                if isWhole {
                    .account(keyID: try fields["keyId"].name)
                } else {
                    try fields["encrypted"].isSet ? .secret : .none
                }
            (index, self.protection) = (try (fields["index"]?.field).whole ?? 0, protection)
        } catch { (index, protection) = (0, .unclear(error)) }
    }

    static func < (a: Self, b: Self) -> Bool { (a.index, a.name) < (b.index, b.name) }

    static func == (a: Self, b: Self) -> Bool { (a.index, a.name) == (b.index, b.name) }
}

/// The backup of the browser extension Authenticator, plain or encrypted (`Docs/formats/authenticator-extension.md`).
package struct AuthenticatorExtensionExport: ExportFormat {
    package init() {}

    /// The extension stores counters as JavaScript numbers.
    private static let parameters = ExportCapabilities.Parameters(largestCounter: 1 << 53 - 1)

    package let description = ExportDescription(
        of: AuthenticatorExtensionFormat(),
        file: "JSON",
        protection: .optional,
        capabilities: ExportCapabilities(
            kinds: [.totp: Self.parameters, .hotp: Self.parameters, .steam: .steam], details: [.favorite]),
        importSteps: .menu("Gear icon › Backup › Import Backup › Import Backup File.")
    )

    package func write(_ request: ExportRequest) throws(ExportError) -> Export {
        var selection = ExportSelection(request, for: description)
        selection.recordNames { account in
            AccountLabel.normalized(issuer: AuthenticatorExtensionFile.shownIssuer(account.issuer), name: account.name)
        }
        let items = selection.accounts.map(\.account)
        return selection.export("authenticator.json", try file(items, request).indented(by: 2))
    }

    private func file(_ items: [Account], _ request: ExportRequest) throws(ExportError) -> OrderedJSON {
        var lock: (member: OrderedJSON.Member, passphrase: Passphrase)?
        if case .passphrase(let passphrase) = request.protection {
            let id = try request.random.identifier()
            let made = try AuthenticatorExtensionKey.make(id: id, for: passphrase, request.random)
            lock = (OrderedJSON.Member(key: id, value: made.member), made.own)
        }
        var members = try items.enumerated().map { (index, account) throws(ExportError) in
            let id = try request.random.identifier()
            var value = Self.account(account, id: id, index: index)
            if let lock {
                value = .object([
                    "dataType": .string(AuthenticatorExtensionFile.encryptedAccount),
                    "data": .string(try SaltedText.seal(value.utf8, lock.passphrase, request.random)),
                    "keyId": .string(lock.member.key),
                    "index": .integer(index),
                ])
            }
            return OrderedJSON.Member(key: id, value: value)
        }
        if let lock { members.append(lock.member) }
        return .object(members)
    }

    /// Numbers with their default are left out.
    private static func account(_ account: Account, id: String, index: Int) -> OrderedJSON {
        let parameters = account.parameters, isSteam = parameters.kind == .steam
        // Some versions lose the type of a Steam account; the prefix brings it back.
        let secret = (isSteam ? AuthenticatorExtensionFile.steamPrefix : "") + account.secret.base32
        return .object([
            "encrypted": false,
            "hash": .string(id),
            "index": .integer(index),
            "type": .string((AuthenticatorExtensionFile.Kind(rawValue: parameters.kind.rawValue) ?? .totp).number),
            "secret": .string(secret),
            "pinned": account.isFavorite ? true : nil,
            "counter": parameters.counter.map { .integer($0) },
            "period": isSteam || parameters.period == 30 ? nil : parameters.period.map { .integer($0) },
            "issuer": account.issuer.isEmpty ? nil : .string(account.issuer),
            "account": account.name.isEmpty ? nil : .string(account.name),
            "digits": isSteam || parameters.digits == 6 ? nil : .integer(parameters.digits),
            "algorithm": .string(AuthenticatorExtensionFile.number(of: parameters.algorithm)),
        ])
    }
}
