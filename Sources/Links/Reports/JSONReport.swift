import Encodings
import TOTPDomain

/// JSON Lines, one object per link, or per link with a finding, and a last object with the totals (`Docs/cli.md`).
package struct JSONReport: ReportFormat {
    package let showsEveryLink: Bool
    /// The texts before and after the label of a link without a finding: these by its version.
    private let afterLine: [UInt8], afterLabel: [[UInt8]]

    /// - Parameter showsEveryLink: whether links without a finding are in the report.
    package init(showsEveryLink: Bool = true) {
        self.showsEveryLink = showsEveryLink
        afterLine = Array(",\"column\":1,\"label\":\"".utf8)
        afterLabel = QRVersion.numbers.map {
            Array("\",\"verdict\":\"ok\",\"qrVersion\":\($0),\"findings\":[]}\n".utf8)
        }
    }

    package func plainStart(source: String) -> [UInt8] {
        var start: [UInt8] = []
        Self.append(source: source, to: &start)
        start.append(text: ",\"line\":")
        return start
    }

    package func writePlain(
        _ start: [UInt8], line: Int, byteCount: Int, label: Span<UInt8>, into output: inout [UInt8]
    ) -> Bool {
        guard !label.isEmpty, let version = QRVersion(byteCount: byteCount) else { return false }
        output += start
        output.append(number: line)
        output += afterLine
        output.append(label)
        output += afterLabel[version.number - QRVersion.numbers.lowerBound]
        return true
    }

    package func write(_ link: LinkReport, into output: inout [UInt8]) {
        Self.append(source: link.source, to: &output)
        if let line = link.line {
            output.append(text: ",\"line\":")
            output.append(number: line)
            output.append(text: ",\"column\":")
            output.append(number: link.column)
        }
        if let code = link.code {
            output.append(text: ",\"code\":")
            output.append(number: code)
        }
        output.append(text: ",\"label\":")
        OrderedJSON.string(link.label).append(to: &output)
        output.append(text: ",\"verdict\":\"")
        output += link.verdict.utf8
        output.append(UInt8(ascii: "\""))
        if let version = link.qrVersion {
            output.append(text: ",\"qrVersion\":")
            output.append(number: version.number)
        }
        output.append(text: ",\"findings\":[")
        for (index, finding) in link.findings.enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            OrderedJSON.object([
                "rule": .string(finding.rule.id),
                "severity": .string(finding.severity.rawValue),
                "message": .string(finding.message),
                "column": link.line == nil ? nil : .integer(finding.column),
            ]).append(to: &output)
        }
        output.append(text: "]}\n")
    }

    private static func append(source: String, to output: inout [UInt8]) {
        output.append(text: "{\"source\":")
        OrderedJSON.string(source).append(to: &output)
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
