import Encodings
import FormatEngine
import Links
import TOTPDomain

/// An account that people or small tools write in a line of a list, of 2fa or of settings; or why it is not an account.
struct LineAccount: Sendable, ExportedAccount {
    enum Key: Sendable {
        case link(String)
        /// Base32.
        case secret(String)
        case rejected(EntryError)
    }

    let key: Key
    var names: (issuer: String, name: String)
    /// An account with a counter is counted.
    var parameters: [AccountPart: String] = [:]

    /// - Parameter name: both names in one text.
    init(_ key: Key, _ name: String = "") {
        let names = OneName(name)
        (self.key, self.names) = (key, (names.issuer, names.name))
    }

    func draft() throws(EntryError) -> AccountDraft {
        switch key {
        case .link(let text): return try AccountDraft(link: Array(text.utf8))
        case .rejected(let problem): throw problem
        case .secret(let text):
            let values = parameters.mapValues { LenientText.text($0) }
            var draft = try AccountDraft(kind: values[.counter] == nil ? .totp : .hotp, base32: text, isTyped: true)
            try draft.take(
                algorithm: values[.algorithm], digits: values[.digits], period: values[.period],
                counter: values[.counter])
            draft.knowsSteamByIssuer = true
            return draft
        }
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
        let digits = secret.utf8.prefix { $0 != ASCII.equals }
        let padding = secret.utf8.count - digits.count
        guard !digits.isEmpty, digits.allSatisfy({ Base32.values[Int($0)] < 32 }),
            secret.utf8.suffix(padding).allSatisfy({ $0 == ASCII.equals }),
            // `chapter 7 introduction` is not an account.
            digits.count >= 16 || padding > 0 || digits.contains(where: { $0 &- 48 < 10 })
        else { return nil }
        self.init(.secret(secret), parts[0])
        parameters = [.digits: parts[1]]
        guard parts.count == 4 else {
            parameters[.period] = period
            return
        }
        guard parts[3].utf8.count == 20, isNumber(parts[3]) else { return nil }
        // 2fa stores the counter of the code that it showed last.
        guard let last = Int64(parts[3]), last < .max else {
            self.init(.rejected(EntryError(.counterOutOfRange, "the counter is too large")), parts[0])
            return
        }
        parameters[.counter] = String(last + 1)
    }
}
