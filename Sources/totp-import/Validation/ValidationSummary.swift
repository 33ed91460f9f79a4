import Encodings
import Links
import TOTPDomain

/// The end of `validate`: how many links break each rule, and the totals.
enum ValidationSummary {
    /// The rules whose problems the normal form corrects.
    private static let spelling: RuleSet = [
        .secretLowerCase, .secretBlanks, .secretPadded, .notEncoded, .plusForBlank, .spelling, .algorithmSpelling,
        .numberSpelling, .parameterEmpty,
    ]

    /// - Parameter isFixed: whether the links were written in normal form.
    static func print(_ totals: ValidationTotals, isFixed: Bool, _ reporter: Reporter) {
        // Printed even with --quiet: an incomplete check must not look like a check without findings.
        if !totals.partlyChecked.isDisjoint(with: [.secretDuplicate, .accountDuplicate]) {
            reporter.warning(
                "more than a million links: only the first million were checked for duplicates", decides: true)
        }
        if totals.partlyChecked.contains(.migrationPartMissing) {
            reporter.warning(
                "too many Google Authenticator exports: some missing parts may not be listed", decides: true)
        }
        if totals.secretsWithoutLink > 0 {
            let count = counted(totals.secretsWithoutLink, "place")
            let (were, them) = totals.secretsWithoutLink == 1 ? ("was", "it") : ("were", "them")
            reporter.warning(
                "\(count) outside of links may contain a secret and \(were) not checked; totp-import list names \(them)"
            )
        }
        guard !reporter.isQuiet else { return }
        let broken = (Rule.allCases + Rule.variants).filter { totals.count(of: $0) > 0 }
        if !broken.isEmpty {
            var table = TextTable(["RULE", "SEVERITY", "LINKS"])
            for row in rows(broken, totals) { table.add([row.id, row.severity.rawValue, "\(row.count)"]) }
            reporter.console.draw(table.text(width: nil, style: reporter.style))
        }
        if totals.count(of: .textBeforeLink) * 2 > totals.links {
            reporter.note(
                "Most links have other text before them. If the input is CSV or JSON Lines, name the field: "
                    + "--csv-field, --json-field.")
        }
        func skipped(_ count: Int, _ what: String) {
            if count > 0 { reporter.note("Skipped \(counted(count, what)) without a link.") }
        }
        skipped(totals.emptyFields, "record")
        skipped(totals.linesWithoutLink, "line")
        reporter.summary(
            "Links:",
            "\(totals.links) checked = \(totals.ok) ok + \(totals.warning) with warnings + "
                + "\(totals.error) with errors", explains: true)
        if reporter.console.isErrorTerminal, !isFixed, broken.contains(where: Self.spelling.contains) {
            reporter.note("Links that are only spelled unusually can be corrected: add --fix --output FILE.")
        }
    }

    /// A line per id and severity, the worst first.
    private static func rows(
        _ broken: [Rule], _ totals: ValidationTotals
    ) -> [(id: String, severity: Severity, count: Int)] {
        var rows: [(id: String, severity: Severity, count: Int)] = []
        for rule in broken {
            if let index = rows.firstIndex(where: { $0.id == rule.id && $0.severity == rule.severity }) {
                rows[index].count += totals.count(of: rule)
            } else {
                rows.append((rule.id, rule.severity, totals.count(of: rule)))
            }
        }
        return rows.sorted { ($1.severity, $1.count) < ($0.severity, $0.count) }
    }
}
