import Encodings
import Links
import TOTPDomain

/// Whether texts in one place, such as the cells of a column, are secrets of one-time codes, if the place's name does not
/// say so: passwords, license keys and words are also made of letters and digits.
package struct SecretEvidence: Sendable {
    /// Whether a text in mixed case, or of a length that base32 does not have, is not a secret.
    package let isStrict: Bool
    /// What the user says of the secrets: then every text that can be decoded is a secret.
    package let encoding: SecretEncoding?
    /// The number of texts that are not secrets.
    private var others = 0
    /// Texts of base32 in one case, of any length from 16 characters on.
    private var possible = 0
    /// Words such as `authenticator` are also base32, but have no digits.
    private var hasSure = false
    /// Secrets, and those that are hexadecimal as well.
    private var secrets = 0, hexadecimal = 0
    /// Secrets with a digit and a letter after it: in words and passwords, digits are at the end.
    private var mixed = 0
    package private(set) var hasLink = false

    package init(isStrict: Bool, encoding: SecretEncoding? = nil, of texts: [String] = []) {
        self.isStrict = isStrict
        self.encoding = encoding
        for text in texts { add(text) }
    }

    /// Whether every text is a link or can be a secret, and at least one certainly is.
    package var isConvincing: Bool { hasSure && others == 0 && (!isStrict || secrets == 0 || hexadecimal < secrets) }

    /// Whether the texts convince although nothing names them: in three quarters of them, a letter follows a digit.
    package var isConvincingAlone: Bool { isConvincing && mixed * 4 >= secrets * 3 }

    /// Whether the texts convince as those of a list, in which they are all of one kind: half of them look like nothing
    /// else. Some random secrets have no digit.
    package var isConvincingAsList: Bool { isConvincing && mixed * 2 >= secrets }

    /// Whether at least half of the texts are certain secrets: enough if their name says so.
    package var isMostlyConvincing: Bool {
        hasSure && (secrets == 0 || hexadecimal < secrets) && others <= (encoding == nil && !hasLink ? secrets : .max)
    }

    /// Whether some look like nothing else.
    package var hasCertain: Bool { (mixed > 0 && hexadecimal < secrets) || hasLink || (encoding != nil && hasSure) }

    /// Whether some can be secrets: enough where everything else says that they are.
    package var isOfAccounts: Bool {
        (hasSure || hasLink || possible > 0) && (encoding != nil || hasLink || possible == 0 || hexadecimal < possible)
    }

    /// Whether every text can be a secret or a link.
    package var isPossible: Bool { others == 0 && (hasLink || secrets > 0) }

    package mutating func add(_ text: String) {
        // A number that a spreadsheet made of a secret proves nothing, and is rejected in its row.
        guard !TypedSecret.isNothing(text), !SpreadsheetNumber.matches(text) else { return }
        if text.isLink {
            (hasSure, hasLink) = (true, true)
            return
        }
        let form = SecretForm(text.utf8)
        if form != nil, !Self.isMixed(text) { possible += 1 }
        if let encoding {
            if Self.isSecret(text, in: encoding) { hasSure = true } else { others += 1 }
        } else if let form, !isStrict || Self.canBeSecret(text) {
            secrets += 1
            if form.isHexadecimal { hexadecimal += 1 }
            if form.hasDigitBeforeLetter { mixed += 1 }
            hasSure = hasSure || form.hasDigit
        } else {
            others += 1
        }
    }

    // MARK: - A text

    /// Whether a text is a secret although nothing names it.
    package static func isConvincingAlone(_ text: String) -> Bool {
        SecretEvidence(isStrict: true, of: [text]).isConvincingAlone
    }

    /// Digits and spaces: the code that somebody's app showed.
    package static func isCode(_ text: String) -> Bool {
        let text = text.trimmingWhitespace
        return 4...9 ~= text.utf8.count && text.unicodeScalars.allSatisfy { $0.isSpace || "0"..."9" ~= $0 }
    }

    /// Whether it has letters in upper and in lower case, as words and base64 have.
    package static func isMixed(_ text: String) -> Bool {
        text.utf8.contains { $0 &- 65 < 26 } && text.utf8.contains { $0 &- 97 < 26 }
    }

    /// Whether a text can be a secret, if nothing says what it is: ``SecretForm/isPossible``, and in groups of one length if
    /// in groups. Other words may follow a text that looks like nothing else: then the entry is rejected.
    package static func canBeSecret(_ text: String) -> Bool {
        guard let form = SecretForm(text.utf8) else { return false }
        let bytes = Array(text.utf8), plain = InvisibleCharacters.removed(from: bytes) ?? bytes
        let groups = SecretGroups(plain)
        guard groups.problem == nil else {
            return isConvincingAlone(String(decoding: plain[..<groups.firstEnd], as: UTF8.self).limitingMarks)
        }
        return form.isPossible
    }

    /// Whether a text is a secret of at least 10 bytes.
    package static func isSecret(_ text: String, in encoding: SecretEncoding) -> Bool {
        guard let draft = try? AccountDraft(secret: text, in: encoding) else { return false }
        return draft.secret.count >= 10
    }
}
