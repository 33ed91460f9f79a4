import LinkValidation

/// The end of `validate`: how many links break each rule, and the totals.
enum ValidationSummary {
    static func print(_ totals: ValidationTotals, _ talk: OutputOptions, _ console: Console) {
        // Said even with --quiet: an incomplete check must not pass for one that found nothing.
        let warning = talk.errorStyle(console).yellow("warning:")
        if !totals.partlyChecked.isDisjoint(with: [.secretDuplicate, .accountDuplicate]) {
            console.note(
                "\(warning) over a million links: duplicates were found only of links among the first million")
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
                "Most links have other text before them. If the input is CSV or JSON Lines, name the field: "
                    + "--csv-field, --json-field.")
        }
        func skipped(_ count: Int, _ one: String, _ many: String) {
            if count > 0 { console.note("Skipped \(count) \(count == 1 ? one : many).") }
        }
        skipped(totals.emptyFields, "record without a link", "records without a link")
        skipped(totals.linesWithoutLink, "line without a link", "lines without a link")
        console.note(
            style.bold("Links: ")
                + "\(totals.links) checked = \(totals.ok) ok + \(totals.warning) with warnings + "
                + "\(totals.error) with errors")
    }
}
