/// How severe each rule is: for apps as they are, or for a draft of a standard (`Docs/rules.md`).
package struct RuleProfile: Sendable {
    package let name: Name
    private let errors: RuleSet
    /// Warnings and errors.
    private let warnings: RuleSet
    /// The rules that count.
    package let considered: RuleSet

    package enum Name: String, Sendable, Hashable, CaseIterable {
        case standard = "default"
        /// draft-linuxgemini-otpauth-uri
        case linuxgemini
        /// draft-andesco-otpauth-uri
        case andesco
    }

    package static let standard = RuleProfile(.standard)

    package init(_ name: Name) {
        self.name = name
        let (passes, own) = Self.differences(name)
        func rules(_ isWanted: (Severity) -> Bool) -> RuleSet {
            RuleSet(RuleSet.all.subtracting(passes).filter { isWanted(own[$0] ?? $0.severity) })
        }
        errors = rules { $0 == .error }
        warnings = rules { $0 >= .warning }
        considered = rules { _ in true }
    }

    /// The rules that do not count, and the severities that differ from those of the descriptions.
    private static func differences(_ name: Name) -> (passes: RuleSet, severities: [Rule: Severity]) {
        switch name {
        case .standard: ([.issuerNotDomain, .labelPrefix], [:])
        case .linuxgemini:
            (
                [
                    .issuerNotDomain, .algorithmRare, .algorithmOfCounter, .digitsRare, .parameterUnknown,
                    .parameterOfApp,
                ],
                [
                    .typeRare: .error, .secretLowerCase: .error, .algorithmMD5: .error, .digitsOutside: .error,
                    .counterMissing: .error, .labelMissing: .error, .issuerMissing: .warning, .issuerDiffers: .info,
                ]
            )
        case .andesco:
            (
                [.labelPrefix, .issuerDomain, .algorithmRare, .parameterUnknown, .parameterOfApp],
                [
                    .typeRare: .error, .secretPadded: .error, .algorithmMD5: .error, .digitsRare: .error,
                    .digitsOutside: .error, .counterMissing: .error, .parameterRepeated: .error, .nameColon: .error,
                    .labelMissing: .error, .issuerMissing: .warning, .issuerDiffers: .info, .algorithmOfCounter: .info,
                ]
            )
        }
    }

    /// Nil for a rule that does not count.
    package func severity(of rule: Rule) -> Severity? {
        guard considered.contains(rule) else { return nil }
        if errors.contains(rule) { return .error }
        return warnings.contains(rule) ? .warning : .info
    }

    /// The rules of a severity, or of a worse one.
    package func atLeast(_ severity: Severity) -> RuleSet {
        switch severity {
        case .error: errors
        case .warning: warnings
        case .info: considered
        }
    }

    /// The worst severity of some rules, nil if there is none.
    package func worst(of rules: RuleSet) -> Severity? {
        if !rules.isDisjoint(with: errors) { return .error }
        if !rules.isDisjoint(with: warnings) { return .warning }
        return rules.isEmpty ? nil : .info
    }
}
