import Encodings
import Links
import TOTPDomain

/// What `validate --rules` prints.
enum RuleList {
    /// Not cut to the terminal's width: sentences stay whole.
    static func table(_ profile: RuleProfile, _ style: Style) -> [UInt8] {
        var table = TextTable(["RULE", "SEVERITY", "WHAT IS WRONG"])
        for rule in Rule.allCases {
            table.add([rule.id, severity(of: rule, profile), rule.description.message])
            for variant in variants(of: rule) where severity(of: variant, profile) != severity(of: rule, profile) {
                let words = "The same, if \(variant.description.when)."
                table.add([rule.id, severity(of: variant, profile), words])
            }
        }
        return Array(table.text(width: nil, style: style).utf8)
    }

    /// Everything; `Docs/rules.md` is generated from it.
    static func json(_ profile: RuleProfile) -> [UInt8] {
        let rules = Rule.allCases.map { rule in
            let words = rule.description
            let variants = variants(of: rule).map { variant in
                OrderedJSON.object([
                    "when": .string(variant.description.when),
                    "severity": .string(severity(of: variant, profile)),
                    "message": .string(variant.description.message), "advice": .string(variant.description.advice),
                    "drafts": drafts(variant),
                ])
            }
            return OrderedJSON.object([
                "id": .string(words.id), "severity": .string(severity(of: rule, profile)),
                "group": .string(rule.group.rawValue), "message": .string(words.message),
                "advice": .string(words.advice), "source": .string(words.source), "peers": .string(words.peers),
                "drafts": drafts(rule), "variants": variants.isEmpty ? nil : .array(variants),
            ])
        }
        return OrderedJSON.array(rules).utf8 + [ASCII.newline]
    }

    private static func variants(of rule: Rule) -> [Rule] { Rule.variants.filter { $0.id == rule.id } }

    /// `pass` for a rule that does not count.
    private static func severity(of rule: Rule, _ profile: RuleProfile) -> String {
        profile.severity(of: rule)?.rawValue ?? "pass"
    }

    /// The severities under the profiles of drafts.
    private static func drafts(_ rule: Rule) -> OrderedJSON {
        .object([
            "linuxgemini": .string(severity(of: rule, RuleProfile(.linuxgemini))),
            "andesco": .string(severity(of: rule, RuleProfile(.andesco))),
        ])
    }
}
