import Encodings
import Links
import TOTPDomain

/// The output of `validate --rules`.
enum RuleList {
    /// - Parameter width: terminal columns, or nil for no limit.
    static func table(width: Int?, _ style: Style) -> [UInt8] {
        var table = TextTable(["RULE", "SEVERITY", "WHAT IS WRONG"], wrapsLast: true)
        for rule in Rule.allCases {
            table.add([rule.id, rule.severity.rawValue, rule.description.message])
            for variant in variants(of: rule) where variant.severity != rule.severity {
                let words = "The same, if \(variant.description.when)."
                table.add([rule.id, variant.severity.rawValue, words])
            }
        }
        return Array(table.text(width: width, style: style).utf8)
    }

    /// Everything; `Docs/rules.md` is generated from it.
    static func json() -> [UInt8] {
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
        return OrderedJSON.array(rules).utf8 + [ASCII.newline]
    }

    private static func variants(of rule: Rule) -> [Rule] { Rule.variants.filter { $0.id == rule.id } }
}
