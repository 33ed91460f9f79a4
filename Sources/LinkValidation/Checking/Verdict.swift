/// What was found about one line, without a word of text: cheap enough to be made for every link of a large file.
public struct Verdict: Sendable, Hashable {
    /// The rules that the link breaks.
    public var rules = RuleSet()
    /// Whether the line holds a link at all; blank lines and comments do not.
    public var isLink = true
    public var fingerprints = Fingerprints()

    public init() {}

    static let nothing: Verdict = {
        var verdict = Verdict()
        verdict.isLink = false
        return verdict
    }()
}

/// Keyed hashes of an account's secret and of its names; 0 where it has none.
public struct Fingerprints: Sendable, Hashable {
    public var secret: UInt64 = 0
    public var account: UInt64 = 0

    public init(secret: UInt64 = 0, account: UInt64 = 0) {
        self.secret = secret
        self.account = account
    }
}
