import Encodings
import TOTPDomain

/// A rule that a link breaks, in words; never contains a secret.
package struct Finding: Sendable, Hashable {
    package var rule: Rule
    /// The problem, one sentence.
    package var message: String
    /// Its position, in bytes from the start of the link.
    var offset: Int
    /// The column where it starts, in characters, from 1.
    package var column = 1

    package var severity: Severity { rule.severity }

    init(_ rule: Rule, message: String? = nil, offset: Int = 0) {
        self.rule = rule
        self.message = message ?? rule.description.message
        self.offset = offset
    }
}

extension LinkChecker {
    /// Finds the words for a verdict: where in the link each rule is broken, and by how much. Most links need none.
    ///
    /// - Parameters:
    ///   - rules: the rules of the link's verdict that are shown.
    ///   - scheme: nil for a field that contains no link.
    func findings(_ rules: RuleSet, of link: Span<UInt8>, _ scheme: KeyURIScheme?) -> [Finding] {
        guard !rules.isEmpty else { return [] }
        guard let scheme, !rules.contains(.lineTooLong) else { return rules.map { Finding($0) } }
        let parts = KeyURIParts(link, scheme: scheme)
        let details = details(link, scheme, parts, rules)
        return rules.map { Finding($0, message: details[$0], offset: place(of: $0, link, parts)) }
    }

    /// Details about this link that the rule's own sentence does not contain.
    private func details(
        _ link: Span<UInt8>, _ scheme: KeyURIScheme, _ parts: KeyURIParts, _ rules: RuleSet
    ) -> [Rule: String] {
        var details: [Rule: String] = [:]
        if scheme.readAs == .migration {
            details = accountDetails(MigrationLink.document(of: link).entries)
        } else {
            if !rules.isDisjoint(with: Self.detailed) {
                for problem in KeyURI.parse(link, parts).errors {
                    let rule = Self.rule(of: problem.code, isSecretThere: parts.secret != nil)
                    details[rule] = problem.reason.asSentence
                }
                details[.secretEmpty] = nil
            }
            if rules.contains(.secretNotBase32) { details[.secretNotBase32] = badCharacter(link, parts) }
        }
        if let version = QRVersion(byteCount: link.count), rules.contains(.codeDense) {
            details[.codeDense] =
                "The link needs a QR code of version \(version.number), \(version.modules) modules wide, "
                + "which cameras find hard to read."
        }
        if rules.contains(.codeTooLarge) {
            details[.codeTooLarge] = "The link has \(link.count) bytes; no QR code holds more than 2,953."
        }
        return details
    }

    /// Rules for which the reader gives details: the actual content of the link.
    private static let detailed = RuleSet.errors.subtracting([
        .secretMissing, .secretEmpty, .secretNotBase32, .lineTooLong, .schemeUnknown, .fieldDamaged,
    ])

    /// Which account of an export breaks a rule first.
    private func accountDetails(_ entries: [ImportedEntry]) -> [Rule: String] {
        var details: [Rule: String] = [:]
        for (index, entry) in entries.enumerated() {
            switch entry {
            case .item(let item):
                for rule in checkAccount(item).rules where details[rule] == nil {
                    details[rule] = "Account \(index + 1): \(rule.description.message)"
                }
            case .rejected(let rejection):
                let rule = Self.rule(of: rejection.code, isSecretThere: true)
                let account = rejection.position.entry.map { "Account \($0): " } ?? ""
                if details[rule] == nil { details[rule] = (account + rejection.reason).asSentence }
            }
        }
        return details
    }

    private func badCharacter(_ link: Span<UInt8>, _ parts: KeyURIParts) -> String? {
        guard let text = KeyURI.value(link, parts.secret) else { return nil }
        let index = Array(text.utf8).firstIndex { Base32.values[Int($0)] == Base32.other }
        guard let index else { return nil }
        return "The secret contains a character outside A-Z and 2-7 at position \(index + 1)."
    }

    /// The position of a broken rule in the link, in bytes; 0 if the rule is about the whole link.
    private func place(of rule: Rule, _ link: Span<UInt8>, _ parts: KeyURIParts) -> Int {
        let range: Int? =
            switch rule.description.place {
            case .link: nil
            case .type: parts.type.lowerBound
            case .label: parts.label.lowerBound
            case .issuer: parts.issuer?.lowerBound
            case .secret: parts.secret?.lowerBound
            case .algorithm: parts.algorithm?.lowerBound
            case .digits: parts.digits?.lowerBound
            case .period: parts.period?.lowerBound
            case .counter: parts.counter?.lowerBound
            case .firstNumber: (parts.digits ?? parts.period ?? parts.counter)?.lowerBound
            case .pin: (parts.pin ?? parts.pinLength)?.lowerBound
            case .unknownParameter: parts.firstUnknown?.lowerBound
            case .repeatedParameter: parts.firstRepeated?.lowerBound
            case .emptyParameter: Self.firstEmpty(link, parts)
            case .fragment: parts.fragment?.lowerBound
            }
        return range ?? 0
    }
}

extension String {
    /// With a capital letter and a full stop.
    fileprivate var asSentence: String { prefix(1).uppercased() + dropFirst() + "." }
}

/// The findings about one link, without any text: cheap enough to make for every link of a large file.
package struct Verdict: Sendable, Hashable {
    /// The rules that the link breaks.
    package var rules: RuleSet
    package var fingerprints = Fingerprints()

    package init(_ rules: RuleSet = []) { self.rules = rules }

    /// The verdict on a field that should contain a link; nil if it is empty.
    package init?(ofFieldWithoutLink field: Span<UInt8>) {
        let content = field.trimmingWhitespace(in: field.indices)
        guard !content.isEmpty else { return nil }
        self.init(Self.hasScheme(field, content) ? [.schemeUnknown] : [.notALink])
    }

    /// RFC 3986, 3.1: a letter, then letters, digits, `+`, `-` or `.`, then a colon.
    private static func hasScheme(_ line: Span<UInt8>, _ range: Range<Int>) -> Bool {
        let colon = line.firstIndex(of: ASCII.colon, in: range) ?? range.lowerBound
        guard colon > range.lowerBound + 1 else { return false }
        return (range.lowerBound..<colon).allSatisfy { index in
            let byte = line[index], isOther = byte &- 48 < 10 || "+-.".utf8.contains(byte)
            return ASCII.lowercased(byte) &- 97 < 26 || isOther && index > range.lowerBound
        }
    }
}

/// Keyed hashes of an account's secret and of its names; 0 if it has no secret or no names.
package struct Fingerprints: Sendable, Hashable {
    package var secret: UInt64 = 0
    package var account: UInt64 = 0
}
