import LinkValidation

/// The end of `validate`: how many links break each rule, and the sum.
enum ValidationSummary {
    static func print(_ totals: ValidationTotals, _ talk: OutputOptions, _ console: Console) {
        // Said even where little is said: a check that ended early must not pass for one that found nothing.
        let warning = talk.errorStyle(console).yellow("warning:")
        if !totals.partlyChecked.isDisjoint(with: [.secretDuplicate, .accountDuplicate]) {
            console.note(
                "\(warning) over a million links: what stands twice was found only where it first stands among the "
                    + "first million")
        }
        if totals.partlyChecked.contains(.migrationPartMissing) {
            console.note("\(warning) too many Google Authenticator exports: not all missing parts were found")
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
        if totals.count(of: .textBeforeLink) * 2 > totals.links {
            console.note(
                "Most links stand behind other text. Where that is CSV or JSON Lines, name the field: --csv-field, "
                    + "--json-field.")
        }
        if totals.emptyFields > 0 { console.note("\(totals.emptyFields) records without a link were passed over.") }
        console.note(
            style.bold("Links: ")
                + "\(totals.links) checked = \(totals.ok) ok + \(totals.warning) with warnings + "
                + "\(totals.error) with errors")
    }
}
