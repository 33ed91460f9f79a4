import Encodings
import LinkValidation
import TOTPDomain

/// What `validate --rules` prints.
enum RuleList {
    /// Not cut to the terminal's width: sentences stay whole.
    static func table(_ style: Style) -> [UInt8] {
        var table = TextTable(["RULE", "SEVERITY", "WHAT IS WRONG"])
        for rule in Rule.allCases { table.add([rule.id, rule.severity.rawValue, rule.description.message]) }
        return Array(table.text(width: nil, style: style).utf8)
    }

    /// Everything; `Docs/rules.md` is generated from it.
    static var json: [UInt8] {
        let rules = Rule.allCases.map { rule in
            let words = rule.description
            return OrderedJSON.object([
                "id": .string(words.id), "severity": .string(words.severity.rawValue),
                "group": .string(rule.group.rawValue), "message": .string(words.message),
                "advice": .string(words.advice), "source": .string(words.source), "peers": .string(words.peers),
            ])
        }
        return OrderedJSON.array(rules).utf8 + [ASCII.newline]
    }
}
