import Encodings
import TOTPDomain

/// An element of Authy's token store.
struct AuthyToken: Sendable {
    var name, originalName, originalIssuer, accountType: LenientText?
    var digits: LenientNumber?
    /// Base32.
    var decryptedSecret: LenientText?
    /// Base64.
    var encryptedSecret: LenientText?
    var salt: LenientText?
    /// Hexadecimal; only Authy's own tokens have it.
    var secretSeed: LenientText?

    var isEncrypted: Bool {
        decryptedSecret.orEmpty.isEmpty && secretSeed.orEmpty.isEmpty && !encryptedSecret.orEmpty.isEmpty
    }

    /// The app stores names as they were scanned and as they are shown; the issuer may be in four fields.
    var names: (issuer: String, name: String) {
        let shown = name.orEmpty.trimmingWhitespace
        if !secretSeed.orEmpty.isEmpty { return (shown, "") }
        let issuer = issuer
        if shown == issuer { return (issuer, "") }
        for separator in [":", " - "] where !issuer.isEmpty && shown.hasPrefix(issuer + separator) {
            return (issuer, String(shown.dropFirst(issuer.count + separator.count)).trimmingWhitespace)
        }
        return (issuer, shown)
    }

    private var issuer: String {
        if !originalIssuer.orEmpty.isBlank { return originalIssuer.orEmpty.trimmingWhitespace }
        if let range = originalName.orEmpty.range(before: ":") { return range }
        if let range = name.orEmpty.range(before: " - ") { return range }
        let type = accountType.orEmpty.trimmingWhitespace
        return type == "authenticator" ? "" : type.prefix(1).uppercased() + type.dropFirst()
    }
}

extension AuthyToken {
    init(_ entry: JSONObject) throws(EntryError) {
        name = try entry.text("name")
        originalName = try entry.text("originalName")
        originalIssuer = try entry.text("originalIssuer")
        accountType = try entry.text("accountType")
        digits = try entry.text("digits")
        decryptedSecret = try entry.text("decryptedSecret")
        encryptedSecret = try entry.text("encryptedSecret")
        salt = try entry.text("salt")
        secretSeed = try entry.text("secretSeed")
    }
}

/// A token, and its secret after decryption.
struct AuthyAccount: ExportedAccount {
    let token: AuthyToken
    let secret: Result<String?, EntryError>
    /// Whether the secret may be hexadecimal digits, and not base32.
    var isHexAllowed = false

    var names: (issuer: String, name: String) { token.names }

    func draft() throws(EntryError) -> AccountDraft {
        guard let seed = try token.secretSeed.checked("the secret seed") else {
            var draft = try AccountDraft(base32: try secret.get(), orHex: isHexAllowed)
            try draft.take(digits: token.digits)
            return draft
        }
        var draft = try AccountDraft(hex: seed)
        let digits = try token.digits.checked("the number of digits", .digitsOutOfRange) ?? 7
        try draft.take(digits: .number(digits), period: .number(10))
        return draft
    }
}

extension String {
    /// The trimmed text before the first separator; nil without a separator, or without text before it.
    fileprivate func range(before separator: String) -> String? {
        guard let found = firstRange(of: separator) else { return nil }
        let text = String(self[..<found.lowerBound]).trimmingWhitespace
        return text.isEmpty ? nil : text
    }
}
