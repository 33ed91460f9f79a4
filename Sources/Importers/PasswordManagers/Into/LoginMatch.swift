import Encodings
import FormatEngine
import TOTPDomain

/// How well an account and a login fit.
struct LoginMatch: Sendable, Hashable {
    var service: Service
    var user: User

    enum Service: Int, Sendable, Hashable, Comparable {
        case none, word
        /// The title is the same, but the login belongs to another site.
        case elsewhere
        case title, site

        static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }
    }

    enum User: Int, Sendable, Hashable {
        case other
        /// Another address with the same name before the `@`.
        case otherAddress
        case missing, similar, same
    }

    var rank: (Int, Int) { (service.rawValue, user.rawValue) }

    /// Whether the login is possible at all.
    var isPossible: Bool { service != .none && user != .other }

    /// - Parameter isOnly: whether no other login belongs to the service.
    func isCertain(isOnly: Bool) -> Bool {
        switch service {
        case .site: user == .same || [.missing, .similar].contains(user) && isOnly
        case .title: user == .same
        case .elsewhere, .word, .none: false
        }
    }

    func reasons(isOnly: Bool) -> [LoginDecision.Reason] {
        let service: [LoginDecision.Reason] =
            switch self.service {
            case .site: [.site]
            case .title: [.title]
            case .elsewhere: [.title, .otherSite]
            case .word: [.word]
            case .none: []
            }
        let user: [LoginDecision.Reason] =
            switch self.user {
            case .same: [.user]
            case .similar: [.similarUser]
            case .missing: [.missingUser]
            case .otherAddress: [.otherAddress]
            case .other: []
            }
        let isDecisive = isOnly && self.service == .site && [.missing, .similar].contains(self.user)
        return service + user + (isDecisive ? [.onlyLogin] : [])
    }
}

/// The facts about an account that matching uses.
struct MatchedAccount: Sendable {
    let issuer: String
    /// The issuer as the name of a host would be written.
    let hostName: String
    let words: [String]
    let user: String
    /// The domains of its service, and addresses that count only as a whole.
    let domains: Set<String>, hosts: Set<String>
    /// The registered names of its domains.
    let names: Set<String>

    /// The most words of an issuer or a title that count.
    static let maximumWords = 16

    init(_ account: Account) {
        issuer = PublicSuffixes.folded(account.issuer)
        let lowered = PublicSuffixes.lowered(account.issuer)
        hostName = PublicSuffixes.ascii(lowered)
        words = issuer.matchedWords
        // A link without an account name has the issuer in its place.
        let name = PublicSuffixes.folded(account.name)
        user = name == issuer ? "" : name
        var domains: Set<String> = [], hosts: Set<String> = []
        let stated = account.matchDomain
        var parts = lowered.split(whereSeparator: { $0.isWhitespace || "()[]<>,;/\"'".contains($0) })
        if let stated { parts.append(stated[...]) }
        for part in parts {
            let name = PublicSuffixes.ascii(String(part))
            let host = name.hasPrefix("www.") ? String(name.dropFirst(4)) : name
            if let domain = KnownServices.domain(of: host) {
                domains.insert(domain)
            } else if host == hostName || host.utf8.contains(UInt8(ascii: ".")) {
                hosts.insert(host)
            }
        }
        // A service with the same name on another domain is not the known service.
        let known = KnownServices.domains(of: issuer)
        if stated == nil || !domains.isDisjoint(with: known) { domains.formUnion(known) }
        // An IPv6 address has brackets in an address.
        if hostName.utf8.contains(ASCII.colon) { hosts.formUnion([hostName, "[\(hostName)]"]) }
        (self.domains, self.hosts) = (domains, hosts)
        names = PublicSuffixes.registeredNames(of: domains)
    }
}

/// The facts about a login that matching uses.
struct MatchedLogin: Sendable {
    let title: String
    let words: [String]
    let users: [String]
    let domains: Set<String>, hosts: Set<String>
    /// The registered names of its domains: `github` of github.com.
    let names: Set<String>

    init(_ login: StoredLogin) {
        title = PublicSuffixes.folded(login.title)
        words = title.matchedWords
        users = login.userNames.map { PublicSuffixes.folded($0) }
        let hosts = login.hosts.map { PublicSuffixes.ascii($0) }
        self.hosts = Set(hosts)
        domains = Set(hosts.compactMap { KnownServices.domain(of: $0) })
        names = PublicSuffixes.registeredNames(of: domains)
    }

    func match(_ account: MatchedAccount) -> LoginMatch {
        LoginMatch(service: service(account), user: user(account))
    }

    private func service(_ account: MatchedAccount) -> LoginMatch.Service {
        if !domains.isDisjoint(with: account.domains) || !hosts.isDisjoint(with: account.hosts) { return .site }
        guard !account.issuer.isEmpty else { return .none }
        if title == account.issuer || names.contains(account.hostName) {
            // The same name under another public suffix is one company, as a rule: `amazon.de`.
            let isElsewhere = !account.domains.isEmpty && !hosts.isEmpty && names.isDisjoint(with: account.names)
            return isElsewhere ? .elsewhere : .title
        }
        return words.containsRun(account.words) || account.words.containsRun(words) ? .word : .none
    }

    private func user(_ account: MatchedAccount) -> LoginMatch.User {
        guard !account.user.isEmpty, !users.isEmpty else { return .missing }
        if users.contains(account.user) { return .same }
        let alike = users.filter { $0.beforeAt == account.user.beforeAt }
        guard !alike.isEmpty else { return .other }
        // Two full addresses are two people.
        let isFull = account.user.utf8.contains(UInt8(ascii: "@"))
        return isFull && alike.allSatisfy { $0.utf8.contains(UInt8(ascii: "@")) } ? .otherAddress : .similar
    }
}

extension String {
    /// Its words, as far as they count.
    fileprivate var matchedWords: [String] {
        split(maxSplits: MatchedAccount.maximumWords) { !($0.isLetter || $0.isNumber) }
            .prefix(MatchedAccount.maximumWords).map(String.init)
    }

    /// The name of a mail address.
    fileprivate var beforeAt: Substring { prefix { $0 != "@" } }
}

extension [String] {
    /// Whether the words are in this order within these.
    fileprivate func containsRun(_ run: [String]) -> Bool {
        guard !run.isEmpty, run.count <= count else { return false }
        return (0...(count - run.count)).contains { Array(self[$0..<($0 + run.count)]) == run }
    }
}
