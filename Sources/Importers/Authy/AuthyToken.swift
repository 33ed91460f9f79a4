import Encodings
import TOTPDomain

/// A row of Authy's token store.
struct AuthyToken: Decodable, Sendable {
    var name: LenientText?
    var originalName: LenientText?
    var originalIssuer: LenientText?
    var accountType: LenientText?
    var digits: LenientNumber?
    /// Base32.
    var decryptedSecret: LenientText?
    /// Base64.
    var encryptedSecret: LenientText?
    var salt: LenientText?
    /// Hexadecimal: one of Authy's own tokens.
    var secretSeed: LenientText?

    var isEncrypted: Bool {
        decryptedSecret.orEmpty.isEmpty && secretSeed.orEmpty.isEmpty && !encryptedSecret.orEmpty.isEmpty
    }

    func draft(base32: String?) throws(EntryError) -> AccountDraft {
        let digits = try digits.checked("the number of digits", .digitsOutOfRange)
        var draft: AccountDraft
        if let seed = try secretSeed.checked("the secret seed") {
            guard let bytes = ASCII.bytes(hex: Array(seed.utf8).span) else {
                throw EntryError(.secretNotHex, "the secret seed is not hexadecimal")
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
        if !originalIssuer.orEmpty.trimmingWhitespace.isEmpty { return originalIssuer.orEmpty.trimmingWhitespace }
        if let range = originalName.orEmpty.range(before: ":") { return range }
        if let range = name.orEmpty.range(before: " - ") { return range }
        let type = accountType.orEmpty.trimmingWhitespace
        return type == "authenticator" ? "" : type.prefix(1).uppercased() + type.dropFirst()
    }
}

extension String {
    /// The trimmed text before the first separator; nil where there is none, or nothing before it.
    fileprivate func range(before separator: String) -> String? {
        guard let found = firstRange(of: separator) else { return nil }
        let text = String(self[..<found.lowerBound]).trimmingWhitespace
        return text.isEmpty ? nil : text
    }
}
