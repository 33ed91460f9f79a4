import Encodings
import Links
import TOTPDomain

/// A secret in a field that people fill: words are made of the letters of base32, too.
///
/// Not for the records that an authenticator writes itself, in which any text is a secret.
package enum TypedSecret {
    /// Refuses words in the place of a base32 secret of totp or hotp.
    ///
    /// - Throws: ``EntryError``, which does not contain the text.
    package static func check(_ text: String) throws(EntryError) {
        let groups = text.utf8.filter { $0 != ASCII.equals }.split { ASCII.isWhitespace($0) || $0 == ASCII.hyphen }
        let length = groups.reduce(0) { $0 + $1.count }
        // An empty text, or a text of other characters, is refused with a better reason.
        guard length > 0, groups.joined().allSatisfy({ Base32.values[Int($0)] < 32 }) else {
            guard isPlaceholder(text) else { return }
            throw words
        }
        let reading = SecretGroups(Array(text.utf8))
        guard !isPlaceholder(text), reading.problem == nil || !reading.startsShort else { throw words }
        guard length >= surelySecret || groups.joined().contains(where: { 50...55 ~= $0 }) else {
            throw EntryError(
                .secretTooShort, "the secret has fewer than \(surelySecret) characters and no digit, as words have",
                advice)
        }
    }

    /// Characters of ten bytes, the shortest usual secret.
    private static let surelySecret = 16

    package static let words = EntryError(.secretNotBase32, "the secret is words, not base32", advice)
    private static let advice: Advice = "if it is a secret, write it as an otpauth link"

    // MARK: - Placeholders

    /// Whether a text means an empty field: spreadsheets and people write words for that.
    package static func isNothing(_ text: String) -> Bool { text.isBlank || nothing.contains(folded(text)) }

    /// Whether a text says that the secret is elsewhere.
    package static func isPlaceholder(_ text: String) -> Bool { placeholders.contains(folded(text)) }

    private static func folded(_ text: String) -> String {
        text.utf8.count > 64 ? "" : text.trimmingWhitespace.lowercased()
    }

    private static let nothing: Set<String> = ["-", "none", "null", "n/a", "na", "nan", "nil", "no"]
    private static let placeholders: Set<String> = [
        "yes", "true", "false", "on", "off", "enabled", "disabled", "active", "inactive", "app", "authy", "authy app",
        "authenticator", "authenticator app", "google authenticator", "microsoft authenticator", "aegis", "duo",
        "yubikey", "passkey", "sms", "email", "e-mail", "phone", "2fa", "mfa", "otp", "totp", "totp-example", "example",
        "see note", "see notes", "in notes", "todo", "tbd", "unknown", "secret", "changeme", "placeholder", "x", "xxx",
        "?",
    ]
}
