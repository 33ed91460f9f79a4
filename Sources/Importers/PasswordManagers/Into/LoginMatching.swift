import Encodings
import FormatEngine
import TOTPDomain

/// Finds the login that each account belongs to.
package struct LoginMatching: Sendable {
    private let logins: [StoredLogin]
    private let matched: [MatchedLogin]
    /// Places of logins by everything that a service match needs, so that not every pair is compared.
    private var index: [Key: [Int]] = [:]
    /// The highest counter of each code that the file has, also in entries that are not a login; 0 without a counter.
    private var counters: [AccountIdentity.Code: Int64] = [:]
    /// The first login with each code.
    private var loginsByCode: [AccountIdentity.Code: Int] = [:]

    private enum Key: Hashable {
        case domain(String), host(String), word(String)
    }

    /// - Parameter accounts: all that the app shows, as ``LoginFile/accounts``.
    package init(_ logins: [StoredLogin], accounts: [Account]) {
        self.logins = logins
        matched = logins.map { MatchedLogin($0) }
        for account in accounts + logins.flatMap({ $0.accounts.compactMap { $0 } }) {
            let code = AccountIdentity(account).code
            counters[code] = max(counters[code] ?? 0, account.parameters.counter ?? 0)
        }
        for (place, login) in matched.enumerated() {
            for domain in login.domains { index[.domain(domain), default: []].append(place) }
            for host in login.hosts { index[.host(host), default: []].append(place) }
            for word in Set(login.words).union(login.names) { index[.word(word), default: []].append(place) }
            // A title without a letter has no words.
            if login.words.isEmpty { index[.word(login.title), default: []].append(place) }
            for code in logins[place].codes where loginsByCode[code] == nil { loginsByCode[code] = place }
        }
    }

    /// - Parameters:
    ///   - chosen: the logins that the user decided on, by the indices of the accounts.
    /// - Throws: ``SourceError`` with `limit-exceeded` if too many logins are alike.
    /// - Returns: a decision for each account.
    package func decisions(
        for items: [Account], rule: LoginRule = .certain, chosen: [Int: Int] = [:]
    ) throws(SourceError) -> [LoginDecision] {
        var decisions: [LoginDecision] = []
        var compared = 0
        for (place, account) in items.enumerated() {
            let code = AccountIdentity(account).code
            if let login = chosen[place], !logins[login].codes.contains(code) {
                decisions.append(LoginDecision(result: .certain, login: login, reasons: [.chosen]))
            } else if let counter = counters[code] {
                let isHigher = (account.parameters.counter ?? 0) > counter
                decisions.append(
                    LoginDecision(
                        result: .alreadyThere, login: chosen[place] ?? loginsByCode[code],
                        reasons: isHigher ? [.sameCode, .lowerCounter] : [.sameCode]))
            } else {
                decisions.append(try decision(MatchedAccount(account), &compared))
            }
        }
        settle(&decisions, chosen: chosen)
        apply(rule, to: &decisions, chosen: chosen)
        return decisions
    }

    private func decision(_ account: MatchedAccount, _ compared: inout Int) throws(SourceError) -> LoginDecision {
        let places = places(of: account)
        compared += places.count
        guard compared <= Limit.comparedLogins else {
            throw SourceError(
                .limitExceeded,
                "more than \(Limit.comparedLogins) pairs of accounts and logins are alike, the limit",
                "convert fewer accounts at once")
        }
        let matches = places.map { ($0, matched[$0].match(account)) }
        let isOnly = matches.count { $0.1.service >= .title } == 1
        let possible = matches.filter { $0.1.isPossible }
        let certain = possible.filter { $0.1.isCertain(isOnly: isOnly) }
        let candidates = possible.map(\.0)
        if certain.count > 1 {
            return LoginDecision(
                result: .doubtful, reasons: certain[0].1.reasons(isOnly: false) + [.severalLogins],
                candidates: candidates)
        }
        if let (place, match) = certain.first {
            let reasons = match.reasons(isOnly: isOnly)
            return logins[place].accounts.isEmpty
                ? LoginDecision(result: .certain, login: place, reasons: reasons, candidates: candidates)
                : LoginDecision(result: .doubtful, reasons: reasons + [.otherCode], candidates: candidates)
        }
        guard let best = possible.map(\.1).max(by: { $0.rank < $1.rank }) else {
            return LoginDecision(result: .new, reasons: [])
        }
        var reasons = best.reasons(isOnly: false)
        if candidates.count > 1 { reasons.append(.severalLogins) }
        if candidates.allSatisfy({ !logins[$0].accounts.isEmpty }) { reasons.append(.otherCode) }
        return LoginDecision(result: .doubtful, reasons: reasons, candidates: candidates)
    }

    /// The logins whose service could be the account's, in order.
    private func places(of account: MatchedAccount) -> [Int] {
        var keys: Set<Key> = []
        for domain in account.domains { keys.insert(.domain(domain)) }
        for host in account.hosts { keys.insert(.host(host)) }
        // A title within the issuer has one of its words; the issuer within a title has its first word there.
        for word in account.words + [account.issuer, account.hostName] where !word.isEmpty { keys.insert(.word(word)) }
        let found = keys.compactMap { index[$0] }
        return found.count == 1 ? found[0] : Set(found.joined()).sorted()
    }

    /// No login gets two codes: if several accounts want the same login, it gets no code, unless the user decided.
    private func settle(_ decisions: inout [LoginDecision], chosen: [Int: Int]) {
        var wanted: [Int: [Int]] = [:]
        for (place, decision) in decisions.enumerated() where decision.isWritten {
            if let login = decision.login { wanted[login, default: []].append(place) }
        }
        for places in wanted.values where places.count > 1 {
            for place in places where chosen[place] == nil {
                decisions[place].result = .doubtful
                decisions[place].login = nil
                decisions[place].reasons.append(.severalAccounts)
            }
        }
    }

    private func apply(_ rule: LoginRule, to decisions: inout [LoginDecision], chosen: [Int: Int]) {
        switch rule {
        case .certain: break
        case .none:
            for place in decisions.indices where decisions[place].isWritten && chosen[place] == nil {
                decisions[place].result = .new
                decisions[place].login = nil
                decisions[place].reasons.append(.rule)
            }
        case .doubtful:
            var wanted: [Int: Int] = [:]
            for decision in decisions {
                if let login = decision.isWritten ? decision.login : Self.onlyCandidate(decision) {
                    wanted[login, default: 0] += 1
                }
            }
            for place in decisions.indices {
                guard !decisions[place].isWritten, let login = Self.onlyCandidate(decisions[place]),
                    wanted[login] == 1, logins[login].accounts.isEmpty
                else { continue }
                decisions[place].login = login
            }
        }
    }

    private static func onlyCandidate(_ decision: LoginDecision) -> Int? {
        decision.result == .doubtful && decision.candidates.count == 1 ? decision.candidates[0] : nil
    }
}

extension StoredLogin {
    /// Its readable codes.
    package var codes: [AccountIdentity.Code] { accounts.compactMap { $0.map { AccountIdentity($0).code } } }
}
