import Encodings
import FixtureSupport
import TOTPDomain
import Testing

@testable import FormatEngine
@testable import PasswordManagerFormats

@Suite("Which login an account belongs to")
struct LoginMatchingTests {
    private static func login(
        _ title: String, _ user: String = "", _ addresses: [String] = [], codes: [Account?] = []
    ) -> StoredLogin {
        StoredLogin(title: title, userNames: [user], addresses: addresses, accounts: codes)
    }

    private static func decisions(
        _ items: [Account], _ logins: [StoredLogin], rule: LoginRule = .certain, chosen: [Int: Int] = [:]
    ) throws -> [LoginDecision] {
        try LoginMatching(logins, accounts: logins.flatMap { $0.accounts.compactMap { $0 } })
            .decisions(for: items, rule: rule, chosen: chosen)
    }

    /// An account and one login.
    struct Pair: Sendable, CustomTestStringConvertible {
        let issuer, name, title, user: String
        let addresses: [String]
        let result: LoginDecision.Result
        let reasons: [LoginDecision.Reason]

        init(
            _ issuer: String, _ name: String, _ title: String, _ user: String, _ addresses: [String],
            _ result: LoginDecision.Result, _ reasons: [LoginDecision.Reason] = []
        ) {
            (self.issuer, self.name, self.title, self.user) = (issuer, name, title, user)
            (self.addresses, self.result, self.reasons) = (addresses, result, reasons)
        }

        var testDescription: String { "\(issuer): \(name), \(title) (\(user)) \(addresses)" }
    }

    @Test(
        "An account and a login match by site and user, with the reasons",
        arguments: [
            // The same site, by a known service or a domain in the issuer.
            Pair(
                "GitHub", "a@b.example", "Code", "a@b.example", ["https://github.com/login"], .certain, [.site, .user]),
            Pair("GITHUB", "A@B.example", "x", "a@b.example", ["github.com"], .certain, [.site, .user]),
            Pair("GitHub", "a", "x", "a", ["https://gist.github.com:443/?x=1"], .certain, [.site, .user]),
            Pair(
                "shop.example", "", "Shop", "carol", ["www.shop.example"], .certain, [.site, .missingUser, .onlyLogin]),
            Pair("Shop (shop.example)", "c", "x", "c", ["https://a.shop.example"], .certain, [.site, .user]),
            // A link without an account name has the issuer in its place.
            Pair(
                "shop.example", "shop.example", "x", "c", ["shop.example"], .certain, [.site, .missingUser, .onlyLogin]),
            Pair("github.com", "a@b.example", "x", "a", ["github.com"], .certain, [.site, .similarUser, .onlyLogin]),
            Pair("192.168.1.1", "root", "x", "root", ["https://192.168.1.1/admin"], .certain, [.site, .user]),
            Pair("router", "root", "x", "root", ["http://router/"], .certain, [.site, .user]),
            Pair("::1", "root", "x", "root", ["https://[::1]:8443/"], .certain, [.site, .user]),
            // The same title, or the name in the domain.
            Pair("Acme", "bob", "acme ", "Bob", [], .certain, [.title, .user]),
            Pair("PayPal", "h@x.example", "Money", "h@x.example", ["www.paypal.co.uk"], .certain, [.title, .user]),
            Pair("ÜBERALL GMBH", "ivan", "Überall GmbH", "ivan", [], .certain, [.title, .user]),
            Pair("\u{FF23}loud", "judy", "Cloud", "JUDY", [], .certain, [.title, .user]),
            Pair("STRASSE", "x", "Straße", "x", [], .certain, [.title, .user]),
            Pair("***", "x", "***", "x", [], .certain, [.title, .user]),
            // In doubt: the title alone, a word of it, a missing user.
            Pair("Acme", "bob", "Acme", "", [], .doubtful, [.title, .missingUser]),
            Pair("Acme", "bob@x.example", "Acme", "bob", [], .doubtful, [.title, .similarUser]),
            Pair("Acme", "bob", "Acme Bank", "bob", ["acme-bank.example"], .doubtful, [.word, .user]),
            Pair("Acme Bank", "bob", "Bank", "bob", [], .doubtful, [.word, .user]),
            // The same title at another site, unless its name is the same under another public suffix.
            Pair("GitHub", "a", "GitHub", "a", ["git.acorn.example"], .doubtful, [.title, .otherSite, .user]),
            Pair("GitHub", "a", "GitHub", "a", ["192.168.1.5"], .doubtful, [.title, .otherSite, .user]),
            Pair("acorn.example", "a", "acorn.example", "a", ["oak.example"], .doubtful, [.title, .otherSite, .user]),
            Pair("AWS", "a", "AWS", "a", ["amazon.de"], .doubtful, [.title, .otherSite, .user]),
            Pair("Amazon", "a", "Books", "a", ["www.amazon.de"], .certain, [.title, .user]),
            Pair("GitHub", "a", "GitHub", "a", ["git.acorn.example", "github.com"], .certain, [.site, .user]),
            Pair("Acorn", "a", "Acorn", "a", ["oak.example"], .certain, [.title, .user]),
            // Two full addresses are two people.
            Pair("GitHub", "a@x.example", "x", "a@y.example", ["github.com"], .doubtful, [.site, .otherAddress]),
            Pair("Acme", "a@x.example", "Acme", "a@y.example", [], .doubtful, [.title, .otherAddress]),
            // Not: another site, another user, or only a part of a word.
            Pair("GitHub", "a", "Code", "b", ["github.com"], .new),
            Pair("alice.github.io", "a", "x", "a", ["bob.github.io"], .new),
            Pair("first.co.uk", "a", "x", "a", ["second.co.uk"], .new),
            Pair("192.168.1.1", "root", "x", "root", ["https://192.168.1.2/"], .new),
            Pair("shop.example", "a", "x", "a", ["bookshop.example"], .new),
            Pair("Amazon", "a", "Machines", "a", ["eu.signin.aws.amazon.com"], .new),
            Pair("AWS", "a", "Books", "a", ["www.amazon.com"], .new),
            Pair("Acme", "bob", "Acmeister", "bob", [], .new),
            Pair("", "bob", "", "bob", [], .new),
            Pair("com", "bob", "x", "bob", ["example.com"], .new),
            Pair("github.com", "a", "x", "a", ["https://github.com.attacker.example/"], .new),
            Pair("github.com", "a", "x", "a", ["https://github.com@attacker.example/"], .new),
            Pair("GitHub (work)", "x", "Work code", "a", ["github.com"], .new),
            // Letters that only look alike, or that other rules take for two, are another site.
            Pair("GitHub", "a", "x", "a", ["https://gıthub.com/"], .new),
            Pair("LinkedIn", "a", "x", "a", ["lınkedin.com"], .new),
            Pair("Binance", "a", "x", "a", ["www.bınance.com"], .new),
            Pair("gıthub.com", "a", "x", "a", ["github.com"], .new),
            Pair("gıthub", "a", "GitHub", "a", ["github.com"], .new),
            Pair("github.com", "a", "x", "a", ["gіthub.com"], .new),
            Pair("strasse.example", "a", "x", "a", ["straße.example"], .new),
            Pair("Strasse", "a", "x", "a", ["straße.de"], .new),
            Pair("GitHub", "a", "GitHub", "a", ["gıthub.com"], .doubtful, [.title, .otherSite, .user]),
            // Both ways to write a host.
            Pair("straße.de", "a", "x", "a", ["https://xn--strae-oqa.de/login"], .certain, [.site, .user]),
            Pair("XN--STRAE-OQA.de", "a", "x", "a", ["STRAẞE.de"], .certain, [.site, .user]),
            Pair("shop.example", "a", "x", "a", ["https://ｓｈｏｐ。example./"], .certain, [.site, .user]),
            Pair("www.食狮.公司.cn", "a", "x", "a", ["xn--85x722f.xn--55qx5d.cn"], .certain, [.site, .user]),
            Pair("Überall", "a", "x", "a", ["überall.de"], .certain, [.title, .user]),
            Pair("Überall", "a", "x", "a", ["xn--berall-2ya.de"], .certain, [.title, .user]),
            // Addresses of other kinds are not sites.
            Pair("GitHub", "a", "x", "a", ["mailto:a@github.com"], .new),
            Pair("GitHub", "a", "x", "a", ["a@github.com"], .new),
            Pair("GitHub", "a", "x", "a", ["sip:github.com"], .new),
        ])
    func pair(_ pair: Pair) throws {
        let item = try Account.sample(issuer: pair.issuer, name: pair.name)
        let decision = try #require(
            try Self.decisions([item], [Self.login(pair.title, pair.user, pair.addresses)]).first)
        #expect(decision.result == pair.result)
        #expect(decision.reasons == pair.reasons)
        #expect(decision.login == (pair.result == .certain ? 0 : nil))
    }

    @Test(
        "The domain of a link finds the login, and says that a known name is that of another service",
        arguments: [
            ("Acorn", "acorn.example", "x", "login.acorn.example", .certain, [.site, .user]),
            ("Acorn", "ACORN.example", "Acorn", "oak.example", .doubtful, [.title, .otherSite, .user]),
            ("GitHub", "github.com", "x", "github.com", .certain, [.site, .user]),
            ("GitHub", "git.acorn.example", "x", "github.com", .doubtful, [.title, .otherSite, .user]),
            ("GitHub", "git.acorn.example", "GitHub", "www.acorn.example", .certain, [.site, .user]),
            ("Microsoft", "microsoft.com", "x", "login.live.com", .certain, [.site, .user]),
            ("Acorn", "alice.github.io", "x", "bob.github.io", .new, []),
        ]
            as [(
                issuer: String, domain: String, title: String, host: String, result: LoginDecision.Result,
                reasons: [LoginDecision.Reason]
            )])
    func domains(
        issuer: String, domain: String, title: String, host: String, result: LoginDecision.Result,
        reasons: [LoginDecision.Reason]
    ) throws {
        var item = try Account.sample(issuer: issuer, name: "a")
        item.matchDomain = domain
        let decision = try #require(try Self.decisions([item], [Self.login(title, "a", [host])]).first)
        #expect(decision.result == result && decision.reasons == reasons)
    }

    private static let two = [
        login("Amazon", "one@x.example", ["amazon.com"]), login("Amazon", "two@x.example", ["amazon.com"]),
    ]

    @Test("Of two logins of a site, the one of the user is certain, and no other account has one")
    func twoLogins() throws {
        let items = try ["one@x.example", "three@x.example", ""].enumerated().map {
            try Account.sample(issuer: "Amazon", name: $1, secret: [UInt8($0), 1, 2])
        }
        let decisions = try Self.decisions(items, Self.two)
        #expect(decisions.map(\.result) == [.certain, .new, .doubtful])
        #expect(decisions.map(\.login) == [0, nil, nil])
        #expect(decisions[2].candidates == [0, 1])
        #expect(decisions[2].reasons == [.site, .missingUser, .severalLogins])
        let twins = try Self.decisions([items[0]], [Self.two[0], Self.two[0]])
        #expect(twins[0].result == .doubtful && twins[0].reasons == [.site, .user, .severalLogins])
    }

    @Test("A login that two accounts want gets none of their codes, unless a person decides")
    func twoAccounts() throws {
        let logins = [Self.login("Team", "", ["team.example"])]
        let items = try ["frank", "grace"].enumerated().map {
            try Account.sample(issuer: "team.example", name: $1, secret: [UInt8($0), 1, 2])
        }
        for rule in [LoginRule.certain, .doubtful] {
            let decisions = try Self.decisions(items, logins, rule: rule)
            #expect(decisions.allSatisfy { $0.result == .doubtful && $0.login == nil })
            #expect(decisions.allSatisfy { $0.reasons.last == .severalAccounts })
        }
        let decisions = try Self.decisions(items, logins, chosen: [1: 0])
        #expect(decisions.map(\.result) == [.doubtful, .certain])
        #expect(decisions.map(\.login) == [nil, 0])
    }

    @Test("A login with a code is never written: the same is there, another one is a doubt")
    func codes() throws {
        let item = try Account.sample(issuer: "Acme", name: "bob")
        let other = try Account.sample(issuer: "Acme", name: "bob", secret: [9, 9, 9])
        let eight = try Account.sample(issuer: "Acme", name: "bob", digits: 8)
        func decision(_ codes: [Account?], _ title: String = "Acme", rule: LoginRule = .doubtful) throws
            -> LoginDecision
        {
            try #require(try Self.decisions([item], [Self.login(title, "bob", codes: codes)], rule: rule).first)
        }
        #expect(try decision([item]) == LoginDecision(result: .alreadyThere, login: 0, reasons: [.sameCode]))
        #expect(try decision([item], "Elsewhere").result == .alreadyThere)
        // The same account with another name, and at another counter.
        let renamed = try Account.sample(issuer: "", name: "someone")
        #expect(try decision([renamed], "Elsewhere").reasons == [.sameCode])
        for (counter, reasons) in [(3, [.sameCode]), (5, [.sameCode]), (9, [.sameCode, .lowerCounter])]
            as [(Int64, [LoginDecision.Reason])]
        {
            let stored = try Account.sample(.hotp, issuer: "Acme", name: "bob", counter: 5)
            let moved = try Account.sample(.hotp, issuer: "Acme", name: "bob", counter: counter)
            for chosen in [[:], [0: 0]] {
                let logins = [Self.login("Acme", "bob", codes: [stored])]
                let decision = try #require(try Self.decisions([moved], logins, chosen: chosen).first)
                #expect(decision == LoginDecision(result: .alreadyThere, login: 0, reasons: reasons))
            }
        }
        for code in [other, eight, nil] as [Account?] {
            let decision = try decision([code])
            #expect(decision.result == .doubtful && decision.login == nil && decision.reasons.last == .otherCode)
        }
        // In an entry that is not a login.
        let elsewhere = try LoginMatching([], accounts: [item]).decisions(for: [item])
        #expect(elsewhere == [LoginDecision(result: .alreadyThere, login: nil, reasons: [.sameCode])])
    }

    @Test("The rule takes the only doubtful login, or none")
    func rules() throws {
        let item = try Account.sample(issuer: "Acme", name: "bob")
        let doubtful = [Self.login("Acme", "")], certain = [Self.login("Acme", "bob")]
        #expect(try Self.decisions([item], doubtful, rule: .doubtful)[0].login == 0)
        #expect(try Self.decisions([item], doubtful + doubtful, rule: .doubtful)[0].login == nil)
        let none = try Self.decisions([item], certain, rule: .none)[0]
        #expect(none.result == .new && none.login == nil && none.reasons == [.title, .user, .rule])
        #expect(try Self.decisions([item], certain, rule: .none, chosen: [0: 0])[0].login == 0)
    }

    @Test("A choice names one account and one login")
    func choices() throws {
        let items = [
            try Account.sample(issuer: "A=B", name: "bob"), try Account.sample(issuer: "", name: "eve", secret: [1]),
        ]
        let logins = [
            Self.login("C=D"), Self.login("Twice"), Self.login("Twice"),
            Self.login("Full", codes: [try Account.sample(secret: [7])]),
            Self.login("Eight", codes: [try Account.sample(issuer: "", name: "eve", secret: [1], digits: 8)]),
        ]
        #expect(try LoginChoices.resolve(["A=B: bob=C=D"], among: items, logins) == [0: 0])
        #expect(try LoginChoices.resolve(["A=B:bob=C=D"], among: items, logins) == [0: 0])
        for (choice, problem) in [
            ("A=B: bob=X", "no login has this title"), ("bob=C=D", "no such account"), ("eve", "no such account"),
            ("eve=Twice", "several"), ("eve=Full", "another code"),
            ("eve=Eight", "another code"),
        ] {
            let error = #expect(throws: SourceError.self) {
                try LoginChoices.resolve([choice], among: items, logins)
            }
            #expect(error?.message.contains(problem) == true, "\(choice)")
        }
        #expect(throws: SourceError.self) {
            try LoginChoices.resolve(["A=B: bob=C=D", "eve=C=D"], among: items, logins)
        }
    }

    @Test("Pairs that are alike have a limit")
    func limit() throws {
        let count = Int(Double(Limit.comparedLogins).squareRoot()) / 10 + 1
        let logins = Array(repeating: Self.login("Acme", "bob"), count: count)
        let items = try (0..<count).map {
            try Account.sample(issuer: "Acme", name: "x", secret: $0.bigEndian.bytes(.big))
        }
        #expect(try Self.decisions(items, logins).count == count)
        let many = Array(repeating: logins, count: Limit.comparedLogins / count / count + 1).flatMap { $0 }
        let error = #expect(throws: SourceError.self) { try Self.decisions(items, many) }
        #expect(error?.code == .limitExceeded)
    }

    @Test(
        "The registrable domain of a host follows the Public Suffix List",
        arguments: [
            ("www.paypal.co.uk", "paypal.co.uk"), ("alice.github.io", "alice.github.io"),
            ("x.alice.github.io", "alice.github.io"), ("shop.example", "shop.example"), ("github.io", nil),
            ("co.uk", nil), ("localhost", nil), ("192.168.1.1", nil), ("1.2.3.04", nil), ("[::1]", nil), ("a..b", nil),
            ("", nil), (".com", nil), ("a." + String(repeating: "b", count: 64) + ".com", nil),
        ] as [(String, String?)])
    func registrable(host: String, domain: String?) { #expect(PublicSuffixes.registrableDomain(of: host) == domain) }

    @Test("Known services have folded names, and domains that somebody registered or a host within one")
    func services() {
        for (name, domains) in KnownServices.all {
            #expect(PublicSuffixes.folded(name) == name)
            for domain in domains {
                #expect(PublicSuffixes.registrableDomain(of: domain) != nil, "\(domain)")
                #expect(KnownServices.domain(of: "www.\(domain)") == domain)
            }
        }
    }
}
