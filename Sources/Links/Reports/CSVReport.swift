import Encodings
import TOTPDomain

/// CSV (RFC 4180), one row per finding.
///
/// Names and labels are untrusted: a text that a spreadsheet would take for a formula has an apostrophe before it, and
/// characters that could change how a terminal shows text are replaced.
package struct CSVReport: ReportFormat {
    package let showsEveryLink = false

    package init() {}

    package func begin(into output: inout [UInt8]) {
        output += "source,line,column,code,label,verdict,rule,severity,message\r\n".utf8
    }

    package func write(_ link: LinkReport, into output: inout [UInt8]) {
        for finding in link.findings {
            let cells = [
                Self.text(link.source), link.line.map(String.init) ?? "", link.line == nil ? "" : "\(finding.column)",
                link.code.map(String.init) ?? "", Self.text(link.label), link.verdict, finding.rule.id,
                finding.severity.rawValue, Self.text(finding.message),
            ]
            CSVWriter.append(cells, to: &output)
        }
    }

    package func end(_ totals: ValidationTotals, into output: inout [UInt8]) {}

    /// A cell for a text from elsewhere. A lone hyphen is standard input.
    static func text(_ text: String) -> String {
        text == "-" ? text : CSVWriter.withoutFormula(text.sanitized)
    }
}
