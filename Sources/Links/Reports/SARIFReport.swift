import Encodings
import TOTPDomain

/// SARIF 2.1.0 (OASIS Standard), which code hosts and editors show: one run, one result per finding.
package struct SARIFReport: ReportFormat {
    package let showsEveryLink = false
    package let separator = ",\n"

    package init() {}

    package func begin(into output: inout [UInt8]) {
        let rules = Rule.allCases.map { rule in
            let words = rule.description
            return OrderedJSON.object([
                "id": .string(words.id),
                "shortDescription": .object(["text": .string(words.message)]),
                "help": .object(["text": .string("\(words.advice) Source: \(words.source).")]),
                "defaultConfiguration": .object(["level": .string(Self.level(rule.severity))]),
            ])
        }
        let driver = OrderedJSON.object([
            "name": "totp-import", "version": .string(ProgramVersion.current),
            "informationUri": .string(ProgramVersion.uri), "rules": .array(rules),
        ])
        output += "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[".utf8
        output += "{\"tool\":{\"driver\":".utf8
        output += driver.utf8
        output += "},\"columnKind\":\"unicodeCodePoints\",\"results\":[\n".utf8
    }

    package func write(_ link: LinkReport, into output: inout [UInt8]) {
        for finding in link.findings {
            let text = link.code.map { "Code \($0): \(finding.message)" } ?? finding.message
            let result = OrderedJSON.object([
                "ruleId": .string(finding.rule.id),
                "ruleIndex": .integer(finding.rule.index),
                "level": .string(Self.level(finding.severity)),
                "message": .object(["text": .string(text)]),
                "locations": .array([location(link, column: finding.column)]),
            ])
            output += separator.utf8
            output += result.utf8
        }
    }

    package func end(_ totals: ValidationTotals, into output: inout [UInt8]) {
        output += "\n],\"invocations\":".utf8
        output += OrderedJSON.array([Self.invocation(totals)]).utf8
        output += "}]}\n".utf8
    }

    /// Whether everything could be read, and which rules could not be checked for all of it.
    private static func invocation(_ totals: ValidationTotals) -> OrderedJSON {
        let notifications = totals.partlyChecked.map { rule in
            OrderedJSON.object([
                "level": .string("warning"),
                "message": .object(["text": .string("The input is too large to find all of \(rule.id).")]),
                "associatedRule": .object(["id": .string(rule.id), "index": .integer(rule.index)]),
            ])
        }
        return .object([
            "executionSuccessful": .bool(totals.failedInputs == 0),
            "toolExecutionNotifications": notifications.isEmpty ? nil : .array(notifications),
        ])
    }

    private func location(_ link: LinkReport, column: Int) -> OrderedJSON {
        let region = link.line.map { line in
            OrderedJSON.object(["startLine": .integer(line), "startColumn": .integer(column)])
        }
        let label = link.label.isEmpty ? nil : OrderedJSON.array([.object(["name": .string(link.label)])])
        return .object([
            "physicalLocation": .object([
                "artifactLocation": .object(["uri": .string(Self.uri(link.source))]), "region": region,
            ]),
            "logicalLocations": label,
        ])
    }

    private static func level(_ severity: Severity) -> String {
        switch severity {
        case .error: "error"
        case .warning: "warning"
        case .info: "note"
        }
    }

    /// A path as a URI reference: slashes stay, all else that is not unreserved is encoded.
    private static func uri(_ path: String) -> String {
        if path == "-" { return "stdin" }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).map {
            PercentCoding.encode(String($0))
        }
        return (path.hasPrefix("/") ? "file://" : "") + parts.joined(separator: "/")
    }
}
