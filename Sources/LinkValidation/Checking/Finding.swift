import TOTPDomain

/// A rule that a link breaks, in words. Never with a secret in it.
public struct Finding: Sendable, Hashable {
    public var rule: Rule
    /// What is wrong, one sentence.
    public var message: String
    /// Where it stands, in bytes from the begin of the line.
    public var offset: Int

    public init(_ rule: Rule, message: String? = nil, offset: Int = 0) {
        self.rule = rule
        self.message = message ?? rule.description.message
        self.offset = offset
    }
}

/// Finds the words for a verdict: where in the line each rule is broken, and by how much.
///
/// Apart from ``LinkChecker``, since most links need none.
struct FindingWriter {
    let checker: LinkChecker

    /// - parameter rules: those that are to be shown, of the line's verdict.
    func findings(_ rules: RuleSet, in line: Span<UInt8>) -> [Finding] {
        guard let (scheme, start) = KeyURIScheme.find(in: line) else { return rules.map { Finding($0) } }
        let link = line.extracting(start..<KeyURI.endOfLink(line))
        let parts = KeyURIParts(link, scheme: scheme)
        let details = details(link, scheme, parts, rules)
        return rules.map { rule in
            Finding(
                rule, message: details[rule],
                offset: rule == .textBeforeLink ? 0 : start + place(of: rule, link, parts))
        }
    }

    /// What can be said of this link beyond the rule's own sentence.
    private func details(
        _ link: Span<UInt8>, _ scheme: KeyURIScheme, _ parts: KeyURIParts, _ rules: RuleSet
    ) -> [Rule: String] {
        var details: [Rule: String] = [:]
        if scheme == .migration {
            details = accountDetails(Migration.document(of: link, checker.migration)?.entries ?? [])
        } else {
            if !rules.isDisjoint(with: Self.detailed) { addProblems(link, scheme, parts, &details) }
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

    /// Rules of which the reader knows more to say: what stands there in the place of what should.
    private static let detailed = RuleSet.errors.subtracting([
        .secretMissing, .secretEmpty, .secretNotBase32, .lineTooLong, .schemeUnknown, .fieldDamaged,
    ])

    private func addProblems(
        _ link: Span<UInt8>, _ scheme: KeyURIScheme, _ parts: KeyURIParts, _ details: inout [Rule: String]
    ) {
        do throws(EntryError) { _ = try KeyURI.read(link, scheme: scheme) } catch {
            for problem in KeyURI.problems(in: link, scheme: scheme, parts, first: error) {
                details[LinkChecker.rule(of: problem, isSecretThere: parts.secret != nil)] = problem.reason.asSentence
            }
            details[.secretEmpty] = nil
        }
    }

    /// Which account of an export breaks a rule first.
    private func accountDetails(_ entries: [ImportedEntry]) -> [Rule: String] {
        var details: [Rule: String] = [:]
        for (index, entry) in entries.enumerated() {
            switch entry {
            case .item(let item):
                var verdict = Verdict()
                _ = checker.judge(item, &verdict)
                for rule in verdict.rules where details[rule] == nil {
                    details[rule] = "Account \(index + 1): \(rule.description.message)"
                }
            case .rejected(let rejection):
                let rule = LinkChecker.rule(of: EntryError(rejection.code, rejection.reason), isSecretThere: true)
                let account = rejection.position.entry.map { "Account \($0): " } ?? ""
                if details[rule] == nil { details[rule] = (account + rejection.reason).asSentence }
            }
        }
        return details
    }

    private func badCharacter(_ link: Span<UInt8>, _ parts: KeyURIParts) -> String? {
        guard let text = KeyURI.value(link, parts.secret) else { return nil }
        guard let index = Array(text.utf8).firstIndex(where: { Base32.values[Int($0)] == 0xFF }) else { return nil }
        return "The secret holds a character outside A-Z and 2-7 at position \(index + 1)."
    }

    /// Where a broken rule stands in the link, in bytes; 0 for what is about all of it.
    private func place(of rule: Rule, _ link: Span<UInt8>, _ parts: KeyURIParts) -> Int {
        let range: Int?
        switch rule {
        case .notALink, .lineTooLong, .schemeUnknown, .fieldDamaged, .textBeforeLink, .codeDense, .codeTooLarge,
            .migrationDamaged, .migrationUnknownValue, .migrationPartOdd, .migrationPartMissing, .accountDuplicate,
            .spelling, .secretMissing, .counterMissing, .issuerMissing:
            range = nil
        case .typeUnknown, .userInfo, .typeRare: range = parts.type.lowerBound
        case .fragment: range = parts.fragment
        case .secretEmpty, .secretNotBase32, .secretNotHex, .secretTooShort, .secretTooLong, .secretLength,
            .secretPadded, .secretBlanks, .secretLowerCase, .secretShort, .secretBelowHash, .secretRepeats,
            .secretExample, .secretDuplicate:
            range = parts.secret?.lowerBound
        case .labelMissing, .issuerDiffers, .nameColon, .notEncoded, .percentMalformed, .doublyEncoded, .plusForBlank,
            .notUTF8:
            range = parts.label.lowerBound
        case .algorithmUnknown, .algorithmRare, .algorithmSpelling: range = parts.algorithm?.lowerBound
        case .digitsOutOfRange, .digitsRare, .digitsEight: range = parts.digits?.lowerBound
        case .periodOutOfRange, .periodRare, .periodUnused: range = parts.period?.lowerBound
        case .counterOutOfRange, .counterUnused: range = parts.counter?.lowerBound
        case .numberSpelling: range = (parts.digits ?? parts.period ?? parts.counter)?.lowerBound
        case .pinDamaged: range = (parts.pin ?? parts.pinLength)?.lowerBound
        case .parameterUnknown: range = parts.firstUnknown
        case .parameterOfApp: range = nil
        case .parameterRepeated: range = parts.firstRepeated
        case .parameterEmpty: range = LinkChecker.firstEmpty(link, parts)
        }
        return range ?? 0
    }
}

extension String {
    /// With a capital at the begin and a full stop at the end.
    fileprivate var asSentence: String { prefix(1).uppercased() + dropFirst() + "." }
}
