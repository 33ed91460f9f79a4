package import Links
public import TOTPDomain

/// Finds problems in links: every broken rule, and accounts and secrets that occur twice.
///
/// ```swift
/// let report = LinkValidator().check("otpauth://totp/Acme:alice?secret=GEZDG")
/// for finding in report.findings { print(finding.rule.id, finding.message) }
/// ```
public struct LinkValidator: Sendable {
    /// The ids of rules to ignore; unknown ids have no effect.
    public var ignoredRules: Set<String> = []
    /// Findings that are less severe are not in the report.
    public var severity = Severity.info

    public init() {}

    /// Checks every link of a text.
    ///
    /// - Parameter name: the name of the text in findings.
    public func check(_ text: String, named name: String = "text") -> ValidationReport {
        let checker = checker
        let bytes = Array(text.utf8)
        var reader = RecordReader(
            ByteArrayStream(bytes), layout: LinkRecords.isJSON(bytes.span) ? .json : .lines)
        var collector = ReportCollector(checker)
        var output: [UInt8] = []
        var unchanged: [UnchangedPlace] = []
        var buffers: [[UInt8]] = []
        var failures: [ValidationReport.Failure] = []
        do throws(SourceError) {
            while var chunk = try reader.next(from: &buffers) {
                chunk.name = name
                collector.take(checker.check(chunk), into: &output, unchanged: &unchanged)
            }
        } catch {
            failures.append(ValidationReport.Failure(source: name, reason: error.message))
        }
        collector.end(into: &output)
        return ValidationReport(collector.totals, collector.reports, failures: failures)
    }

    /// The checker of all links.
    package var checker: ChunkChecker {
        ChunkChecker(
            checker: LinkChecker(), output: .values,
            disabled: RuleSet.all(of: ignoredRules.compactMap { Rule(id: $0) }), severity: severity)
    }
}
