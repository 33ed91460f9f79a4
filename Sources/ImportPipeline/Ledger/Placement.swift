import Encodings
import TOTPDomain

/// Where an account goes in a file with logins, for the report.
package struct Placement: Sendable, Hashable {
    package var issuer, name: String
    /// Stable, as the reasons.
    package var result: String
    /// The login that gets the code or has it; nil for a new entry.
    package var login: Login?
    package var reasons: [String]
    /// Logins that it could belong to.
    package var candidates: [Login]

    package struct Login: Sendable, Hashable {
        package var title, userName: String

        package init(title: String, userName: String) {
            self.title = title
            self.userName = userName
        }

        fileprivate var json: OrderedJSON { .object(["title": .string(title), "userName": .string(userName)]) }
    }

    package init(_ item: TOTPItem, result: String, login: Login?, reasons: [String], candidates: [Login]) {
        (issuer, name) = (item.issuer, item.name)
        self.result = result
        self.login = login
        self.reasons = reasons
        self.candidates = candidates
    }

    var json: OrderedJSON {
        .object([
            "account": .object(["issuer": .string(issuer), "name": .string(name)]),
            "result": .string(result),
            "entry": login?.json ?? .null,
            "reasons": .array(reasons.map { .string($0) }),
            "candidates": .array(candidates.map(\.json)),
        ])
    }
}
