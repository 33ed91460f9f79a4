/// Where an account goes, and why.
package struct LoginDecision: Sendable, Hashable {
    package var result: Result
    /// The login that gets the code, or already has it; nil for a new entry.
    package var login: Int?
    package var reasons: [Reason]
    /// The logins that it could belong to, in the file's order.
    package var candidates: [Int] = []

    /// Whether a login gets the code.
    package var isWritten: Bool { login != nil && result != .alreadyThere }

    /// Raw values are part of the contract of reports.
    package enum Result: String, Sendable, Hashable, CaseIterable {
        case certain, doubtful
        case new = "none"
        case alreadyThere = "already-there"
    }

    /// Raw values are part of the contract of reports.
    package enum Reason: String, Sendable, Hashable, CaseIterable {
        case site, title, word
        case otherSite = "other-site"
        case user, similarUser = "similar-user", missingUser = "missing-user", otherAddress = "other-address"
        case onlyLogin = "only-login"
        case severalLogins = "several-logins"
        case severalAccounts = "several-accounts"
        case otherCode = "other-code"
        case sameCode = "same-code"
        case lowerCounter = "lower-counter"
        case chosen
        case rule

        /// For people: joined with commas.
        package var text: String {
            switch self {
            case .site: "same site"
            case .title: "same title"
            case .word: "similar title"
            case .otherSite: "the login is of another site"
            case .user: "same user"
            case .similarUser: "similar user"
            case .missingUser: "a user name is missing"
            case .otherAddress: "another address with the same name"
            case .onlyLogin: "the only login of the site"
            case .severalLogins: "several logins match"
            case .severalAccounts: "several accounts match it"
            case .otherCode: "the login has another code already"
            case .sameCode: "the export has this code"
            case .lowerCounter: "its counter is lower there"
            case .chosen: "--match"
            case .rule: "--into-rule none"
            }
        }
    }
}

/// Which logins get a code.
package enum LoginRule: String, Sendable, Hashable, CaseIterable {
    case certain, doubtful, none
}
