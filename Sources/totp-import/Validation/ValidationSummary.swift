import LinkValidation

/// The end of `validate`: how many links break each rule, and the sum.
enum ValidationSummary {
    static func print(_ totals: ValidationTotals, _ talk: TalkOptions, _ console: Console) {
        if totals.mayMissDuplicates {
            talk.warn(
                "over a million links: duplicates were looked for among the first million, and of them in the rest",
                console)
        }
        guard !talk.quiet else { return }
        let style = talk.errorStyle(console)
        let broken = Rule.allCases.filter { totals.count(of: $0) > 0 }
            .sorted { ($1.severity, totals.count(of: $1)) < ($0.severity, totals.count(of: $0)) }
        if !broken.isEmpty {
            var table = TextTable(["RULE", "SEVERITY", "LINKS"])
            for rule in broken { table.add([rule.id, rule.severity.rawValue, "\(totals.count(of: rule))"]) }
            console.draw(table.text(width: nil, style: style))
        }
        if totals.emptyFields > 0 { console.note("\(totals.emptyFields) records without a link were passed over.") }
        console.note(
            style.bold("Links: ")
                + "\(totals.links) checked = \(totals.ok) ok + \(totals.warning) with warnings + "
                + "\(totals.error) with errors")
    }
}
