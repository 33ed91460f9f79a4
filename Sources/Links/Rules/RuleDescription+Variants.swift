extension Rule {
    package static var issuerDomain: Rule { Rule(65) }
    package static var algorithmMD5: Rule { Rule(66) }
    package static var algorithmOfCounter: Rule { Rule(67) }
    package static var digitsOutside: Rule { Rule(68) }

    package static let variants = RuleDescription.variants.map(\.rule)
}

/// Variants: where a rule of the catalogue is more or less severe, here or in a profile. Their ids are those of the rules.
extension RuleDescription {
    static let variants = [
        RuleDescription(
            .issuerDomain, of: .issuerDiffers, .info, when: "the parameter is a domain name",
            "The issuer before the name differs from the parameter issuer, a domain name.",
            advice: "Fine: the domain is for matching the account with a site."),
        RuleDescription(.algorithmMD5, of: .algorithmRare, .warning, when: "the algorithm is MD5"),
        RuleDescription(.algorithmOfCounter, of: .algorithmRare, .warning, when: "the type is hotp"),
        RuleDescription(.digitsOutside, of: .digitsRare, .warning, when: "the number is not 6 to 8"),
    ]

    /// - Parameters:
    ///   - base: the rule that it is a variant of.
    ///   - when: the case that it is for, in words.
    private init(
        _ rule: Rule, of base: Rule, _ severity: Severity, when: String, _ message: String? = nil,
        advice: String? = nil
    ) {
        self = Self.catalogue[Int(base.number)]
        self.rule = rule
        self.severity = severity
        self.when = when
        if let message { self.message = message }
        if let advice { self.advice = advice }
    }
}
