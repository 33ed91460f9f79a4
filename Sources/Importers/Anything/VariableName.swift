import Encodings

/// The name of a variable or a setting, in words: `GITHUB_TOTP_SECRET`, `otpSeed`.
struct VariableName: Sendable, Hashable {
    let words: [String]

    /// Words are apart at `_`, `-` and `.`, and at a capital after a small letter or a number, but not in `2FA`.
    init(_ name: String) {
        var words = [""], wasSmall = false
        for scalar in name.unicodeScalars {
            let isMark = scalar == "_" || scalar == "-" || scalar == "."
            if isMark || wasSmall && "A"..."Z" ~= scalar { words.append("") }
            wasSmall = "a"..."z" ~= scalar || "0"..."9" ~= scalar && words.last?.isEmpty == false
            if !isMark { words[words.count - 1].unicodeScalars.append(scalar) }
        }
        words = words.filter { !$0.isEmpty }.map { $0.lowercased() }
        // Two words for `twofactor`.
        if let two = words.firstRange(of: ["two", "factor"]) { words.replaceSubrange(two, with: ["twofactor"]) }
        self.words = words
    }

    /// Whether it names the secret of one-time codes: only words for a secret may follow the word for codes.
    var isStrong: Bool {
        guard let last = words.lastIndex(where: Self.isOfCodes), words.allSatisfy({ !Self.others.contains($0) })
        else { return false }
        return words[(last + 1)...].allSatisfy(Self.secrets.contains)
    }

    /// The words up to the last word for codes; empty for a name without such a word.
    var stem: [String] { Array(words[..<((words.lastIndex(where: Self.isOfCodes) ?? -1) + 1)]) }

    /// The words before the word for codes: the owner of the secret.
    var owner: [String] { Array(stem.prefix { !Self.isOfCodes($0) }) }

    /// Also with a number behind it, as people count several: `TOTP2`.
    private static func isOfCodes(_ word: String) -> Bool {
        word.lastIndex { !("0"..."9" ~= $0) }.map { codes.contains(String(word[...$0])) } ?? false
    }

    /// Whether it names a secret of any kind.
    var isOfAnySecret: Bool { words.contains { Self.secrets.contains($0) || Self.others.contains($0) || $0 == "pass" } }

    private static let codes: Set<String> = [
        "totp", "hotp", "otp", "mfa", "2fa", "tfa", "twofa", "twofactor", "authenticator",
    ]
    private static let secrets: Set<String> = [
        "secret", "key", "seed", "token", "uri", "url", "base32", "secretkey",
    ]
    /// Words in names of other keys, of servers and clouds, and of settings of codes that are not secrets.
    private static let others: Set<String> = [
        "base", "encrypt", "encryption", "hash", "salt", "pepper", "master", "jwt", "api", "client", "serial", "arn",
        "code", "codes", "backup", "recovery", "enabled", "required", "length", "password", "webhook",
    ]
}
