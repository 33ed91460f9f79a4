/// What was found about one link, without any text: cheap enough to make for every link of a large file.
package struct Verdict: Sendable, Hashable {
    /// The rules that the link breaks.
    package var rules = RuleSet()
    /// Whether it is about a link; false for empty lines and comments.
    package var isLink = true
    package var fingerprints = Fingerprints()

    package init() {}

    init(_ rules: RuleSet) { self.rules = rules }

    static let nothing: Verdict = {
        var verdict = Verdict()
        verdict.isLink = false
        return verdict
    }()
}

/// Keyed hashes of an account's secret and of its names; 0 if it has none.
package struct Fingerprints: Sendable, Hashable {
    package var secret: UInt64 = 0
    package var account: UInt64 = 0

    package init(secret: UInt64 = 0, account: UInt64 = 0) {
        self.secret = secret
        self.account = account
    }
}
