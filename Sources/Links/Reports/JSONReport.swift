import Encodings
import TOTPDomain

/// JSON Lines, one object per link, or per link with a finding, and a last one with the totals (`Docs/cli.md`).
package struct JSONReport: ReportFormat {
    package let showsEveryLink: Bool

    /// - Parameter showsEveryLink: whether links without a finding are in the report.
    package init(showsEveryLink: Bool = true) { self.showsEveryLink = showsEveryLink }

    package func plainStart(source: String) -> [UInt8] {
        var start: [UInt8] = []
        Self.append(source: source, to: &start)
        return start
    }

    package func writePlain(_ link: PlainLink, label: Span<UInt8>, into output: inout [UInt8]) -> Bool {
        guard !label.isEmpty, let version = QRVersion(byteCount: link.byteCount) else { return false }
        output += link.start
        Self.append(line: link.line, column: 1, to: &output)
        output.append(text: ",\"label\":\"")
        output.append(label)
        output.append(UInt8(ascii: "\""))
        Self.append(verdict: "ok", version, to: &output)
        output.append(text: "]}\n")
        return true
    }

    package func write(_ link: LinkReport, into output: inout [UInt8]) {
        Self.append(source: link.source, to: &output)
        if let line = link.line { Self.append(line: line, column: link.column, to: &output) }
        if let code = link.code {
            output.append(text: ",\"code\":")
            output.append(number: code)
        }
        output.append(text: ",\"label\":")
        OrderedJSON.string(link.label).append(to: &output)
        Self.append(verdict: link.verdict, link.qrVersion, to: &output)
        for (index, place) in link.findings.enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            OrderedJSON.object([
                "rule": .string(place.finding.rule.id),
                "severity": .string(place.finding.severity.rawValue),
                "message": .string(place.finding.message),
                "column": link.line == nil ? nil : .integer(place.column),
            ]).append(to: &output)
        }
        output.append(text: "]}\n")
    }

    private static func append(source: String, to output: inout [UInt8]) {
        output.append(text: "{\"source\":")
        OrderedJSON.string(source).append(to: &output)
    }

    @inline(__always)
    private static func append(line: Int, column: Int, to output: inout [UInt8]) {
        output.append(text: ",\"line\":")
        output.append(number: line)
        output.append(text: ",\"column\":")
        output.append(number: column)
    }

    @inline(__always)
    private static func append(verdict: String, _ version: QRVersion?, to output: inout [UInt8]) {
        output.append(text: ",\"verdict\":\"")
        output += verdict.utf8
        output.append(UInt8(ascii: "\""))
        if let version {
            output.append(text: ",\"qrVersion\":")
            output.append(number: version.number)
        }
        output.append(text: ",\"findings\":[")
    }

    package func end(_ totals: ValidationTotals, into output: inout [UInt8]) {
        let partly = totals.partlyChecked.map { OrderedJSON.string($0.id) }
        output +=
            OrderedJSON.object([
                "totals": .object([
                    "links": .integer(totals.links), "ok": .integer(totals.ok), "warning": .integer(totals.warning),
                    "error": .integer(totals.error),
                    "linesWithoutLink": totals.linesWithoutLink == 0 ? nil : .integer(totals.linesWithoutLink),
                    "secretsWithoutLink": totals.secretsWithoutLink == 0 ? nil : .integer(totals.secretsWithoutLink),
                    "failedInputs": totals.failedInputs == 0 ? nil : .integer(totals.failedInputs),
                    "partlyChecked": partly.isEmpty ? nil : .array(partly),
                ])
            ]).utf8
        output.append(ASCII.newline)
    }
}

extension LinkReport {
    /// The worst severity; info counts as ok.
    package var verdict: String {
        switch severity {
        case .error: "error"
        case .warning: "warning"
        case .info, nil: "ok"
        }
    }
}
