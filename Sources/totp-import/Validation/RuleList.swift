import Encodings
import Links
import TOTPDomain

/// The output of `validate --rules`.
enum RuleList {
    static var table: TextTable {
        var table = TextTable(["RULE", "SEVERITY", "WHAT IS WRONG"], wrapsLast: true)
        for rule in Rule.allCases {
            table.add([rule.id, rule.severity.rawValue, rule.description.message])
            for variant in variants(of: rule) where variant.severity != rule.severity {
                let words = "The same, if \(variant.description.when)."
                table.add([rule.id, variant.severity.rawValue, words])
            }
        }
        return table
    }

    /// Everything; `Docs/rules.md` is generated from it.
    static var json: OrderedJSON {
        let rules = Rule.allCases.map { rule in
            let words = rule.description
            let variants = variants(of: rule).map { variant in
                OrderedJSON.object([
                    "when": .string(variant.description.when),
                    "severity": .string(variant.severity.rawValue),
                    "message": .string(variant.description.message), "advice": .string(variant.description.advice),
                ])
            }
            return OrderedJSON.object([
                "id": .string(words.id), "severity": .string(rule.severity.rawValue),
                "group": .string(rule.group.rawValue), "message": .string(words.message),
                "advice": .string(words.advice), "source": .string(words.source), "peers": .string(words.peers),
                "variants": variants.isEmpty ? nil : .array(variants),
            ])
        }
        return .array(rules)
    }

    private static func variants(of rule: Rule) -> [Rule] { Rule.variants.filter { $0.id == rule.id } }
}
