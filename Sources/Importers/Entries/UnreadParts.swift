import Encodings
import TOTPDomain

/// Names in the records of a file that look like a part of an account, although its format does not read them: each is a
/// warning, so that nothing is lost without a word.
struct UnreadParts: Sendable {
    /// What has names in the format's files: `column`, `field`, `element`.
    private let noun: String
    private var names: [(name: String, part: AccountPart)] = []
    private var seen: Set<String> = []

    init(_ noun: String) { self.noun = noun }

    /// Notes a name that is not read; nothing if it does not look like a part of an account.
    mutating func add(_ name: String) {
        guard let part = AccountPart(named: name), seen.insert(AccountPart.folded(name)).inserted else { return }
        names.append((name.trimmingWhitespace, part))
    }

    /// One for each name, in the file's order.
    var warnings: [Warning] {
        names.map { name, part in
            let advice =
                switch part {
                case .key, .hexKey, .base64Key, .possibleKey:
                    "if it contains secrets of one-time codes, import them as a table"
                case .issuer, .title, .user, .account: "compare the names of the accounts with the file"
                case .kind, .algorithm, .digits, .period, .counter: "compare the codes with those of the old app"
                }
            return Warning("the \(noun) \"\(name.printable(limit: 60))\" is not read", .text(advice))
        }
    }
}
