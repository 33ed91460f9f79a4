package import Links

/// The problems in links: findings, and how many links were checked.
public struct ValidationReport: Sendable, Hashable {
    /// Links that were checked: `links = ok + withWarnings + withErrors`.
    public let links: Int
    /// Links without an error or a warning.
    public let ok: Int
    /// Links with a warning and without an error.
    public let withWarnings: Int
    /// Links with an error.
    public let withErrors: Int
    /// The broken rules, in the order of the links.
    public let findings: [Finding]
    /// Inputs that could not be read completely: their names, with the reason.
    public let failures: [Failure]

    /// A rule that a link breaks.
    public struct Finding: Sendable, Hashable {
        public let rule: LinkRule
        /// The problem of this link, one sentence; never contains a secret.
        public let message: String
        /// Issuer and name, as far as they can be read; never a secret.
        public let label: String
        /// The name of the input.
        public let source: String
        /// The line, from 1; nil for a QR code.
        public let line: Int?
        /// The column in characters, from 1.
        public let column: Int
        /// The number of the QR code in an image, from 1; nil for a text.
        public let code: Int?
    }

    /// An input that could not be read.
    public struct Failure: Sendable, Hashable {
        public let source: String
        public let reason: String
        /// The reason for the web page, which has no options.
        package let reasonOnPage: String

        package init(source: String, reason: String, onPage: String? = nil) {
            self.source = source
            self.reason = reason
            reasonOnPage = onPage ?? reason
        }
    }

    package init(_ totals: ValidationTotals, _ reports: [LinkReport], failures: [Failure] = []) {
        links = totals.links
        ok = totals.ok
        withWarnings = totals.warning
        withErrors = totals.error
        self.failures = failures
        findings = reports.flatMap { report in
            report.findings.map { finding in
                Finding(
                    rule: LinkRule(finding.rule), message: finding.message, label: report.label,
                    source: report.source, line: report.line, column: finding.column, code: report.code)
            }
        }
    }
}
