import TOTPDomain

/// A row of Authy's token store.
struct AuthyToken: Decodable, Sendable {
    var name: JSONText?
    var originalName: JSONText?
    var originalIssuer: JSONText?
    var accountType: JSONText?
    var digits: JSONNumber?
    /// Base32.
    var decryptedSecret: JSONText?
    /// Base64.
    var encryptedSecret: JSONText?
    var salt: JSONText?
    /// Hexadecimal: one of Authy's own tokens.
    var secretSeed: JSONText?

    var isEncrypted: Bool {
        decryptedSecret.orEmpty.isEmpty && secretSeed.orEmpty.isEmpty && !encryptedSecret.orEmpty.isEmpty
    }

    func draft(base32: String?) throws(EntryProblem) -> AccountDraft {
        let digits = try digits.checked("the number of digits", .digitsOutOfRange)
        var draft: AccountDraft
        if let seed = try secretSeed.checked("the secret seed") {
            guard let bytes = ASCII.bytes(hex: Array(seed.utf8).span) else {
                throw EntryProblem(.secretNotHex, "the secret seed is not hexadecimal")
            }
            draft = AccountDraft(secret: bytes)
            draft.digits = digits ?? 7
            draft.period = 10
        } else {
            draft = try AccountDraft(base32: base32)
            draft.digits = digits
        }
        (draft.issuer, draft.name) = names
        return draft
    }

    /// The app keeps the names as they were scanned and as they are shown; the issuer is in one of four places.
    var names: (issuer: String, name: String) {
        let shown = name.orEmpty.trimmingBlanks
        if !secretSeed.orEmpty.isEmpty { return (shown, "") }
        let issuer = issuer
        if shown == issuer { return (issuer, "") }
        for separator in [":", " - "] where !issuer.isEmpty && shown.hasPrefix(issuer + separator) {
            return (issuer, String(shown.dropFirst(issuer.count + separator.count)).trimmingBlanks)
        }
        return (issuer, shown)
    }

    private var issuer: String {
        if !originalIssuer.orEmpty.trimmingBlanks.isEmpty { return originalIssuer.orEmpty.trimmingBlanks }
        if let range = originalName.orEmpty.range(before: ":") { return range }
        if let range = name.orEmpty.range(before: " - ") { return range }
        let type = accountType.orEmpty.trimmingBlanks
        return type == "authenticator" ? "" : type.prefix(1).uppercased() + type.dropFirst()
    }
}

extension String {
    /// The trimmed text before the first separator; nil where there is none, or nothing before it.
    fileprivate func range(before separator: String) -> String? {
        guard let found = firstRange(of: separator) else { return nil }
        let text = String(self[..<found.lowerBound]).trimmingBlanks
        return text.isEmpty ? nil : text
    }
}
