import Encodings
import TOTPDomain

/// CSV (RFC 4180), a row for each finding.
///
/// Labels are foreign text: one that a spreadsheet would take for a formula has an apostrophe before it.
public struct CSVReport: ReportFormat {
    public let showsEveryLink = false

    public init() {}

    public func begin(into output: inout [UInt8]) {
        output += "source,line,column,code,label,verdict,rule,severity,message\r\n".utf8
    }

    public func write(_ link: LinkReport, line: Span<UInt8>, into output: inout [UInt8]) -> String? {
        for place in link.findings {
            let rule = place.finding.rule
            let cells = [
                Self.text(link.source), link.line.map(String.init) ?? "", link.line == nil ? "" : "\(place.column)",
                link.code.map(String.init) ?? "", Self.text(link.label), link.verdict, rule.id, rule.severity.rawValue,
                Self.text(place.finding.message),
            ]
            output += cells.joined(separator: ",").utf8
            output += [ASCII.carriageReturn, ASCII.newline]
        }
        return nil
    }

    public func end(_ totals: ValidationTotals, into output: inout [UInt8]) {}

    private static func text(_ text: String) -> String {
        // A lone hyphen is standard input.
        let isFormula = text != "-" && text.utf8.first.map { "=+-@\t\r".utf8.contains($0) } ?? false
        let safe = isFormula ? "'\(text)" : text
        guard safe.utf8.contains(where: { ",\"\r\n".utf8.contains($0) }) else { return safe }
        var quoted = "\""
        for character in safe.unicodeScalars {
            if character == "\"" { quoted.unicodeScalars.append(character) }
            quoted.unicodeScalars.append(character)
        }
        return quoted + "\""
    }
}
