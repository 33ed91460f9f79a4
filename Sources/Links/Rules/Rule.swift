import TOTPDomain

/// Something that can be wrong with a link: a bit of a set. ``RuleDescription`` has everything else.
///
/// Rules may be added; the names that ``RuleDescription/id`` gives them are a contract, the numbers are not. A new rule is
/// the last here, wherever it is in the catalog.
package enum Rule: UInt8, Sendable, CaseIterable {
    case notALink, lineTooLong, linksRunTogether, schemeUnknown, typeUnknown, fieldDamaged, textBeforeLink
    case textAfterLink, userInfo, fragment, spelling, typeRare, codeDense, codeTooLarge, schemeApple, secretMissing
    case secretEmpty, secretNotBase32, secretNotHex, secretTooShort, secretTooLong, secretLength, secretPadded
    case secretBlanks, secretLowerCase, secretShort, secretBelowHash, secretRepeats, secretExample, labelMissing
    case issuerMissing, issuerDiffers, nameColon, notEncoded, percentMalformed, doublyEncoded, plusForBlank, notUTF8
    case secretIncomplete, linkJoined, algorithmUnknown, algorithmRare, algorithmSpelling, digitsOutOfRange
    case digitsRare, digitsEight, periodOutOfRange, periodRare, periodUnused, counterOutOfRange, counterMissing
    case counterUnused, numberSpelling, pinDamaged, parameterUnknown, parameterOfApp, parameterRepeated
    case parameterEmpty, migrationDamaged, migrationUnknownValue, migrationPartOdd, migrationPartMissing
    case secretDuplicate, accountDuplicate, linkWrapped, issuerDomain, parameterContradicted, secretUnclear
    case parameterMisplaced, schemeOneSlash

    /// The catalog: without ``variants``, which have the ids of rules in it.
    package static let allCases = RuleDescription.catalog.map(\.rule)
    package static let variants = RuleDescription.variants.map(\.rule)

    /// Its words, its group and its place.
    package var description: RuleDescription { RuleDescription.all[Int(rawValue)] }

    /// The rule of that id.
    package init?(id: String) {
        guard let index = Self.indexes[id] else { return nil }
        self = Self.allCases[index]
    }

    private static let indexes = Dictionary(
        allCases.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })

    package var id: String { description.id }
    /// Its place in the catalog; of a variant, that of its rule.
    package var index: Int { Self.indexes[id] ?? 0 }
    package var severity: Severity { description.severity }
    package var group: RuleGroup { description.group }
}

/// A set of rules, with a bit for each. There are bits for 128 rules; a test fails before there are more rules.
package struct RuleSet: Sendable, Hashable, Sequence, ExpressibleByArrayLiteral {
    private var bits: Bits

    private typealias Bits = UInt128

    /// How many rules a set can tell apart.
    package static let capacity = Bits.bitWidth

    private init(bits: Bits) { self.bits = bits }

    @inline(__always)
    private static func bit(_ rule: Rule) -> Bits { 1 << Bits(rule.rawValue) }

    /// None.
    package init() { bits = 0 }

    package init(_ rules: some Sequence<Rule>) { bits = rules.reduce(0) { $0 | Self.bit($1) } }

    package init(arrayLiteral rules: Rule...) { self.init(rules) }

    package static let all = RuleSet(Rule.allCases + Rule.variants)

    /// Rules, and their variants.
    package static func all(of rules: [Rule]) -> RuleSet {
        let ids = Set(rules.map(\.id))
        return RuleSet(all.filter { ids.contains($0.id) })
    }

    @inline(__always)
    package func contains(_ rule: Rule) -> Bool { bits & Self.bit(rule) != 0 }

    @inline(__always)
    package mutating func insert(_ rule: Rule) { bits |= Self.bit(rule) }

    package mutating func formUnion(_ other: RuleSet) { bits |= other.bits }

    package mutating func remove(_ rule: Rule) { bits &= ~Self.bit(rule) }

    @inline(__always)
    package var isEmpty: Bool { bits == 0 }

    @inline(__always)
    package func isDisjoint(with other: RuleSet) -> Bool { bits & other.bits == 0 }

    @inline(__always)
    package func intersection(_ other: RuleSet) -> RuleSet { RuleSet(bits: bits & other.bits) }

    package var count: Int { bits.nonzeroBitCount }

    package func subtracting(_ other: RuleSet) -> RuleSet { RuleSet(bits: bits & ~other.bits) }

    /// All rules of a severity, or worse.
    static func all(atLeast severity: Severity) -> RuleSet { RuleSet(all.filter { $0.severity >= severity }) }

    static let errors = all(atLeast: .error)
    private static let warningsAndErrors = all(atLeast: .warning)

    /// The worst severity of its rules, nil if it contains no rule. A link has an error exactly if it cannot be read.
    package var worst: Severity? {
        if !isDisjoint(with: Self.errors) { return .error }
        if !isDisjoint(with: Self.warningsAndErrors) { return .warning }
        return isEmpty ? nil : .info
    }

    /// The rules, in the order of their numbers.
    package func makeIterator() -> UnfoldSequence<Rule, UInt128> {
        sequence(state: bits) { rest in
            guard rest != 0 else { return nil }
            defer { rest &= rest - 1 }
            return Rule(rawValue: UInt8(rest.trailingZeroBitCount))
        }
    }
}

/// Variants: cases in which a rule of the catalog is more or less severe. They have the ids of their rules.
extension RuleDescription {
    static let variants = [
        RuleDescription(
            .issuerDomain, of: .issuerDiffers, .info, when: "the parameter is a domain name",
            "The issuer before the name differs from the parameter issuer, a domain name.",
            advice: "Fine: the domain is for matching the account with a site."),
        RuleDescription(
            .schemeOneSlash, of: .schemeUnknown, .warning, when: "only the second slash is missing",
            "The link starts with otpauth:/, with one slash."),
        RuleDescription(
            .linkJoined, of: .linkWrapped, .warning, when: "only its issuer is not certain",
            "The link is broken into several lines, or its issuer may go on in the next line."),
        RuleDescription(
            .parameterContradicted, of: .parameterRepeated, .error,
            when: "codes depend on the parameter, and its values differ",
            "A parameter that codes depend on is there twice, with two values.",
            advice: "Keep the value whose codes the service accepts."),
    ]

    /// - Parameters:
    ///   - base: the rule that it is a variant of.
    ///   - when: the case that it is for, in words.
    private init(
        _ rule: Rule, of base: Rule, _ severity: Severity, when: String, _ message: String? = nil,
        advice: String? = nil
    ) {
        // Not `base.description`, which waits for the variants.
        self = Self.catalog.filter { $0.rule == base }[0]
        (self.rule, self.severity, self.when) = (rule, severity, when)
        if let message { self.message = message }
        if let advice { self.advice = advice }
    }
}
