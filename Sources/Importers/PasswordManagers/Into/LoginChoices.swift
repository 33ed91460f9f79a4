import FormatEngine
import TOTPDomain

/// The user's decisions about single accounts: `ISSUER:NAME=TITLE`.
package enum LoginChoices {
    /// - Parameter texts: either side may contain an equals sign.
    /// - Throws: ``SourceError`` if an account or a title is not there exactly once, or the login has another code.
    /// - Returns: logins by the indices of the accounts.
    package static func resolve(
        _ texts: [String], among items: [Account], _ logins: [StoredLogin]
    ) throws(SourceError) -> [Int: Int] {
        guard !texts.isEmpty else { return [:] }
        var accounts: [String: [Int]] = [:], titles: [String: [Int]] = [:]
        for (place, account) in items.enumerated() {
            for name in Set([account.label, "\(account.issuer):\(account.name)"]) {
                accounts[name, default: []].append(place)
            }
        }
        for (place, login) in logins.enumerated() { titles[login.title, default: []].append(place) }
        var chosen: [Int: Int] = [:], taken: [Int: String] = [:]
        for text in texts {
            let (account, login) = try pair(of: text, accounts, titles)
            let codes = logins[login].codes
            guard logins[login].accounts.isEmpty || codes.contains(AccountIdentity(items[account]).code) else {
                throw failure(
                    text, "the login \(logins[login].label) has another code already",
                    "remove that one in the app first")
            }
            if let other = taken[login] {
                throw failure(
                    text, "the login is also that of --match \"\(other.printable(limit: 200))\"", "choose another one")
            }
            guard chosen[account] == nil else {
                throw failure(text, "the account has another --match", "omit one of them")
            }
            chosen[account] = login
            taken[login] = text
        }
        return chosen
    }

    /// The account before an equals sign and the login after it.
    private static func pair(
        of text: String, _ accounts: [String: [Int]], _ titles: [String: [Int]]
    ) throws(SourceError) -> (account: Int, login: Int) {
        var hasAccount = false
        var pairs: [(account: Int, login: Int)] = []
        for equals in text.indices where text[equals] == "=" {
            let places = accounts[String(text[..<equals])] ?? []
            hasAccount = hasAccount || !places.isEmpty
            for login in titles[String(text[text.index(after: equals)...])] ?? [] {
                pairs += places.map { ($0, login) }
            }
        }
        guard let pair = pairs.first else {
            throw failure(
                text, hasAccount ? "no login has this title" : "there is no such account", "--dry-run shows the names")
        }
        guard pairs.count == 1 else {
            throw failure(
                text, "several accounts have this name, or several logins this title", "rename all but one")
        }
        return pair
    }

    private static func failure(_ text: String, _ problem: String, _ advice: String) -> SourceError {
        SourceError(.unrecognised, "--match \"\(text.printable(limit: 200))\": \(problem)", .text(advice))
    }
}

extension StoredLogin {
    /// Title and user name, for people: `"Work code" (alice@example.com)`.
    package var label: String {
        "\"\(title.printable(limit: 60))\"" + (userNames.first.map { " (\($0.printable(limit: 60)))" } ?? "")
    }
}
