import Encodings
import TOTPDomain

/// JSON Lines, one object per link, or per link with a finding, and a last one with the totals (`Docs/cli.md`).
package struct JSONReport: ReportFormat {
    package let showsEveryLink: Bool

    /// - Parameter showsEveryLink: whether links without a finding are in the report.
    package init(showsEveryLink: Bool = true) { self.showsEveryLink = showsEveryLink }

    package func plainStart(source: String) -> [UInt8] {
        Array("{\"source\":".utf8) + OrderedJSON.string(source).utf8 + Array(",\"line\":".utf8)
    }

    package func writePlain(
        _ link: PlainLink, label: Span<UInt8>, line: Span<UInt8>, into output: inout [UInt8]
    ) -> Bool {
        guard !label.isEmpty, let version = QRVersion(byteCount: line.count) else { return false }
        output += link.start
        output.append(number: link.line)
        output.append(text: ",\"column\":1,\"label\":\"")
        if label.firstIndex(of: UInt8(ascii: "\""), in: label.indices) == nil,
            label.firstIndex(of: UInt8(ascii: "\\"), in: label.indices) == nil
        {
            output.append(label)
        } else {
            for index in label.indices {
                let byte = label[index]
                if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { output.append(UInt8(ascii: "\\")) }
                output.append(byte)
            }
        }
        output.append(text: "\",\"verdict\":\"ok\",\"qrVersion\":")
        output.append(number: version.number)
        output.append(text: ",\"findings\":[]}\n")
        return true
    }

    package func write(_ link: LinkReport, line: Span<UInt8>, into output: inout [UInt8]) -> UnchangedPlace? {
        let findings = link.findings.map { place in
            OrderedJSON.object([
                "rule": .string(place.finding.rule.id),
                "severity": .string(place.finding.severity.rawValue),
                "message": .string(place.finding.message),
                "column": link.line == nil ? nil : .integer(place.column),
            ])
        }
        output +=
            OrderedJSON.object([
                "source": .string(link.source),
                "line": link.line.map { .integer($0) },
                "column": link.line == nil ? nil : .integer(link.column),
                "code": link.code.map { .integer($0) },
                "label": .string(link.label),
                "verdict": .string(link.verdict),
                "qrVersion": link.qrVersion.map { .integer($0.number) },
                "findings": .array(findings),
            ]).utf8
        output.append(ASCII.newline)
        return nil
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
