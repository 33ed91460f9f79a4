/// What was found about one link, without any text: cheap enough to make for every link of a large file.
public struct Verdict: Sendable, Hashable {
    /// The rules that the link breaks.
    public var rules = RuleSet()
    /// Whether it is about a link; false for empty lines and comments.
    public var isLink = true
    public var fingerprints = Fingerprints()

    public init() {}

    init(_ rules: RuleSet) { self.rules = rules }

    static let nothing: Verdict = {
        var verdict = Verdict()
        verdict.isLink = false
        return verdict
    }()
}

/// Keyed hashes of an account's secret and of its names; 0 if it has none.
public struct Fingerprints: Sendable, Hashable {
    public var secret: UInt64 = 0
    public var account: UInt64 = 0

    public init(secret: UInt64 = 0, account: UInt64 = 0) {
        self.secret = secret
        self.account = account
    }
}
