import Encodings
import FormatEngine
import Links
import TOTPDomain

/// An account that people or small tools write in a line of a list, of 2fa or of settings; or why it is not an account.
struct LineAccount: Sendable, ExportedAccount {
    /// A link, or base32.
    let key: String
    /// Both names in one text.
    let name: String
    /// The setting of which it is the value: then its names are parameters.
    var setting: String?
    var problem: EntryError?
    /// Whether the name ends with a number of digits, perhaps, with only a space between it and the secret.
    var mayHaveDigits = false
    /// An account with a counter is counted.
    var parameters: [AccountPart: String] = [:]

    init(_ key: String, _ name: String = "", problem: EntryError? = nil) {
        (self.key, self.name, self.problem) = (key, name, problem)
    }

    var names: (issuer: String, name: String) {
        if let setting { return (parameters[.issuer] ?? setting, parameters[.account] ?? "") }
        let names = OneName(name)
        return (names.issuer, names.name)
    }

    func draft() throws(EntryError) -> AccountDraft {
        if let problem { throw problem }
        if key.isLink { return try AccountDraft(link: Array(key.utf8)) }
        let values = parameters.mapValues { LenientText.text($0) }
        var draft = try AccountDraft(kind: values[.counter] == nil ? .totp : .hotp, base32: key, isTyped: true)
        try draft.take(
            algorithm: values[.algorithm], digits: values[.digits], period: values[.period],
            counter: values[.counter])
        draft.startAtZero()
        draft.knowsSteamByIssuer = true
        return draft
    }
}

// MARK: - 2fa

extension LineAccount {
    /// `NAME DIGITS[ PERIOD] SECRET[ COUNTER]`, with single spaces: a line of 2fa.
    init?(twoFA line: String) {
        var parts = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard 3...5 ~= parts.count, !parts[0].isEmpty, ["6", "7", "8"].contains(parts[1]) else { return nil }
        func isNumber(_ part: String) -> Bool { part.utf8.allSatisfy { $0 &- 48 < 10 } }
        let period = 1...4 ~= parts[2].utf8.count && isNumber(parts[2]) ? parts.remove(at: 2) : nil
        guard 3...4 ~= parts.count else { return nil }
        let secret = parts[2]
        guard let bytes = try? OTPSecret.bytes(base32: Array(secret.utf8).span), !bytes.isEmpty,
            // `chapter 7 introduction` is not an account.
            secret.utf8.count >= 16 || secret.utf8.contains(where: { $0 == ASCII.equals || $0 &- 48 < 10 })
        else { return nil }
        self.init(secret, parts[0])
        parameters = [.digits: parts[1]]
        guard parts.count == 4 else {
            parameters[.period] = period
            return
        }
        guard parts[3].utf8.count == 20, isNumber(parts[3]) else { return nil }
        // 2fa stores the counter of the code that it showed last.
        if let last = Int64(parts[3]), last < .max {
            parameters[.counter] = String(last + 1)
        } else {
            problem = EntryError(.counterOutOfRange, "the counter is too large")
        }
    }
}
