import Encodings
import Links
import TOTPDomain

/// One-time passwords in fields that people named themselves: links, and what KeePass and its relatives write there, which
/// other password managers import as plain fields.
struct CustomFields: Sendable {
    private var found: [(name: String, value: String, secret: [UInt8]?)] = []

    var isEmpty: Bool { found.isEmpty }

    private static let most = 16

    /// Notes a field if it holds a one-time password.
    mutating func look(at value: String, named name: String) {
        guard found.count < Self.most, !SecretEvidence.isEmpty(value), value.utf8.count <= Limit.link else { return }
        let secret = Self.secret(value)
        // A link that cannot be read is one of those that a warning about the whole file counts.
        if SecretEvidence.isLink(value) ? secret != nil : Self.isKey(value, named: name) {
            found.append((name.trimmingWhitespace, value.trimmingWhitespace, secret))
        }
    }

    private static func isKey(_ value: String, named name: String) -> Bool {
        guard names.contains(AccountPart.folded(name)), !SecretEvidence.isCode(value) else { return false }
        return value.contains("key=") || !TypedSecret.isPlaceholder(value)
    }

    /// The names of fields with a secret, as the programs write them.
    private static let names = Set(
        (["otp", "TOTP Seed"]
            + [KeePassField.timeSecret, KeePassField.counterSecret].flatMap { name in
                ["", "-Hex", KeePassField.base32, "-Base64"].map { name + $0 }
            }).map(AccountPart.folded))

    private static func secret(_ value: String) -> [UInt8]? {
        let text = value.trimmingWhitespace
        let key = text.firstRange(of: "key=").map { text[$0.upperBound...].prefix { $0 != "&" } }
        return (try? AccountDraft(authenticatorKey: key.map(String.init) ?? text, of: ("", "")))?.secret
    }

    /// The links, each secret once. Only these certainly mean an account.
    var links: [String] {
        var secrets: Set<[UInt8]> = []
        return found.filter { SecretEvidence.isLink($0.value) }
            .filter { $0.secret.map { secrets.insert($0).inserted } ?? true }.map(\.value)
    }

    /// The fields that are not read, in one text; nil if there are none.
    ///
    /// - Parameter secrets: those that are read.
    func problem(besides secrets: [[UInt8]]) -> EntryError? {
        let names = found.filter { field in field.secret.map { !secrets.contains($0) } ?? true }.map(\.name)
        guard let first = names.first else { return nil }
        let more = names.count > 1 ? " (and \(names.count - 1) more)" : ""
        // A name of any other kind may be a secret in the wrong place.
        let isKnown = Self.names.contains(AccountPart.folded(first)) || !first.looksLikeSecret
        return EntryError(
            .secretWithoutLink,
            "the custom field \"\(isKnown ? first.printable(limit: 40) : "…")\"\(more) seems to hold a one-time "
                + "password, which the app does not use",
            "put it into the entry's own field for one-time passwords, and export again")
    }
}
