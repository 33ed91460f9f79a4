import Encodings
import Links
import TOTPDomain

/// Whether texts in one place, such as the cells of a column, are secrets of one-time codes, if the place's name does not
/// say so: passwords, license keys and words are also made of letters and digits.
struct SecretEvidence: Sendable {
    /// Whether a text in mixed case, or of a length that base32 does not have, is not a secret.
    let isStrict: Bool
    /// What the user says of the secrets: then every text that decodes to one is one.
    let encoding: SecretEncoding?
    /// Texts that are none.
    private var others = 0
    private var hasOther: Bool { others > 0 }
    /// Texts of base32 in one case, of any length from 16 characters on.
    private var possible = 0
    /// Words such as `authenticator` are also base32, but have no digits.
    private var hasSure = false
    /// Secrets, and those that are hexadecimal as well.
    private var secrets = 0, hexadecimal = 0
    /// Secrets with a digit and a letter after it: in words and passwords, digits are at the end.
    private var mixed = 0
    private(set) var hasLink = false

    init(isStrict: Bool, encoding: SecretEncoding? = nil) {
        self.isStrict = isStrict
        self.encoding = encoding
    }

    /// Whether every text is a link or can be a secret, and at least one surely is one.
    var isConvincing: Bool { hasSure && !hasOther && (!isStrict || secrets == 0 || hexadecimal < secrets) }

    /// Whether the texts convince although nothing names them: in three quarters of them, a letter follows a digit.
    var isConvincingAlone: Bool { isConvincing && mixed * 4 >= secrets * 3 }

    /// Whether the texts convince as those of a list, in which they are all of one kind: half of them look like nothing
    /// else. Of random secrets, some have no digit.
    var isConvincingAsList: Bool { isConvincing && mixed * 2 >= secrets }

    /// Whether some certainly are secrets, and not fewer than are none: enough for a name that says that they are.
    var isMostlyConvincing: Bool {
        hasSure && (secrets == 0 || hexadecimal < secrets) && others <= (encoding == nil && !hasLink ? secrets : .max)
    }

    /// Whether some look like nothing else.
    var hasCertain: Bool { (mixed > 0 && hexadecimal < secrets) || hasLink || (encoding != nil && hasSure) }

    /// Whether some can be secrets: enough where everything else says that they are.
    var isOfAccounts: Bool {
        (hasSure || hasLink || possible > 0) && (encoding != nil || hasLink || possible == 0 || hexadecimal < possible)
    }

    /// Whether every text can be a secret or a link.
    var isPossible: Bool { !hasOther && (hasLink || secrets > 0) }

    mutating func add(_ text: String) {
        // A number that a spreadsheet made of a secret proves nothing, and is rejected in its row.
        guard !Self.isEmpty(text), !SpreadsheetNumber.matches(text) else { return }
        if Self.isLink(text) {
            (hasSure, hasLink) = (true, true)
            return
        }
        if Self.looksLikeSecret(text), !Self.isMixed(text) { possible += 1 }
        if let encoding {
            if Self.isSecret(text, in: encoding) { hasSure = true } else { others += 1 }
        } else if isStrict ? Self.canBeSecret(text) : Self.looksLikeSecret(text) {
            let digits = Self.digits(of: text)
            secrets += 1
            if digits.allSatisfy({ ASCII.hexValue($0) != nil }) { hexadecimal += 1 }
            if zip(digits, digits.dropFirst()).contains(where: { Self.isDigit($0) && !Self.isDigit($1) }) { mixed += 1 }
            hasSure = hasSure || digits.contains(where: Self.isDigit)
        } else {
            others += 1
        }
    }

    // MARK: - A text

    /// Whether a text is a secret although nothing names it.
    static func isConvincingAlone(_ text: String) -> Bool {
        var evidence = SecretEvidence(isStrict: true)
        evidence.add(text)
        return evidence.isConvincingAlone
    }

    /// Also what spreadsheets and people write for nothing.
    static func isEmpty(_ text: String) -> Bool {
        TypedSecret.isNothing(text)
    }

    /// Whether it starts with an otpauth link; Apple's have a scheme of their own.
    static func isLink(_ text: String) -> Bool {
        guard let start = text.utf8.firstIndex(where: { !ASCII.isWhitespace($0) }) else { return false }
        return ["otpauth://", "apple-otpauth://"].contains { scheme in
            text.utf8[start...].prefix(scheme.utf8.count).lazy.map(ASCII.lowercased).elementsEqual(scheme.utf8)
        }
    }

    /// Whether it is Steam's or Mobile-OTP's link of an account. Steam's games have the same scheme.
    static func isOtherLink(_ text: String) -> Bool {
        guard text.utf8.contains(ASCII.colon) else { return false }
        let bytes = Array(text.trimmingWhitespace.utf8), schemes = [KeyURIScheme.steam, .motp]
        guard schemes.contains(where: { bytes.span.hasPrefix($0.prefix, at: 0) }) else { return false }
        return (try? KeyURI.read(bytes.span).item.secret.bytes.count >= 10) == true
    }

    /// Digits and spaces: the code that somebody's app showed.
    static func isCode(_ text: String) -> Bool {
        let text = text.trimmingWhitespace
        return 4...9 ~= text.utf8.count && text.unicodeScalars.allSatisfy { $0.isSpace || "0"..."9" ~= $0 }
    }

    /// Whether it has letters in upper and in lower case, as words and base64 have.
    static func isMixed(_ text: String) -> Bool {
        text.utf8.contains { $0 &- 65 < 26 } && text.utf8.contains { $0 &- 97 < 26 }
    }

    /// At least 16 characters of base32; spaces, hyphens and padding do not count.
    static func looksLikeSecret(_ text: String) -> Bool {
        let digits = digits(of: text)
        return digits.count >= 16 && digits.allSatisfy { Base32.values[Int($0)] < 32 }
    }

    /// Whether a text can be a secret, if nothing says what it is: in one case, of a length that base32 has, in groups of
    /// one length if in groups, and not the id of an AWS key. License keys of five groups of five do not have such a
    /// length. Other words may follow one that looks like nothing else: then the entry is rejected.
    static func canBeSecret(_ text: String) -> Bool {
        guard looksLikeSecret(text) else { return false }
        let plain = plain(text), groups = SecretGroups(plain)
        if groups.problem != nil {
            let first = String(decoding: plain[..<groups.firstEnd], as: UTF8.self).limitingMarks
            return isConvincingAlone(first)
        }
        let digits = digits(of: text)
        return !isMixed(text) && Base32.canHave(digits.count)
            && !(digits.count == 20 && (digits.starts(with: "AKIA".utf8) || digits.starts(with: "ASIA".utf8)))
    }

    /// Whether a text is a secret of at least 10 bytes.
    static func isSecret(_ text: String, in encoding: SecretEncoding) -> Bool {
        guard let draft = try? AccountDraft(secret: text, in: encoding) else { return false }
        return draft.secret.count >= 10
    }

    private static func digits(of text: String) -> [UInt8] {
        plain(text).filter { !ASCII.isWhitespace($0) && $0 != ASCII.hyphen && $0 != ASCII.equals }
    }

    private static func plain(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        return InvisibleCharacters.removed(from: bytes) ?? bytes
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- 48 < 10 }
}
