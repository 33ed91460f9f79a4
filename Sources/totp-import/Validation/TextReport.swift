import Encodings
import Links
import TOTPDomain

/// The report for people: each link with a finding, by its place and label, and what was found.
struct TextReport: ReportFormat {
    let style: Style
    /// Columns of the terminal; nil if it goes elsewhere.
    let columns: Int?
    let showsEveryLink = false
    private let width = Rule.allCases.map(\.id.count).max() ?? 0

    init(style: Style, columns: Int? = nil) { (self.style, self.columns) = (style, columns) }

    func write(_ link: LinkReport, line: Span<UInt8>, into output: inout [UInt8]) -> String? {
        let label = link.label.isEmpty ? "" : "  \(link.label.printable(limit: Limit.shownName.value))"
        output += "\(style.bold(link.place))\(label)\n".utf8
        for place in link.findings {
            let rule = place.finding.rule
            let id = rule.id + String(repeating: " ", count: max(0, width - rule.id.count))
            // Messages quote untrusted text in a form that is safe to print.
            let message = place.finding.message.wrapped(to: columns, indentation: 13 + width)
            output += "  \(painted(place.finding.severity))  \(style.dim(id))  \(message)\n".utf8
        }
        return nil
    }

    func end(_ totals: ValidationTotals, into output: inout [UInt8]) {}

    private func painted(_ severity: Severity) -> String {
        switch severity {
        case .error: style.red("error  ")
        case .warning: style.yellow("warning")
        case .info: style.dim("info   ")
        }
    }
}
