import Encodings
import TOTPDomain

/// A link, named by its place and its label, and its findings.
package struct LinkReport: Sendable {
    /// As messages call it: the path as it was given, or `-`.
    package var source: String
    /// From 1; nil for the code of an image.
    package var line: Int?
    /// In characters, from 1.
    package var column = 1
    /// The code of an image, from 1.
    package var code: Int?
    /// Issuer and name as far as they can be read; never a secret.
    package var label = ""
    package var severity: Severity?
    package var findings: [Finding] = []
    /// Bytes of the link; 0 without a link.
    package var byteCount = 0

    /// The smallest QR code for the link, nil if none fits, or without a link.
    package var qrVersion: QRVersion? { byteCount == 0 ? nil : QRVersion(byteCount: byteCount) }

    /// `links.txt:12:1`, or `shot.png, code 2`.
    package var place: String {
        let name = source == "-" ? "standard input" : source.sanitized
        if let line { return "\(name):\(line):\(column)" }
        return code.map { "\(name), code \($0)" } ?? name
    }
}

/// A report format: its start, its text for each link, and its end.
package protocol ReportFormat: Sendable {
    /// Whether links without a finding are also shown.
    var showsEveryLink: Bool { get }

    /// The text that ``write(_:into:)`` writes first; removed from the first link of a report.
    var separator: String { get }

    func begin(into output: inout [UInt8])

    /// Writes a link that is a line of its own and has no finding, as nearly all of a long list are.
    ///
    /// - Parameters:
    ///   - start: the result of ``plainStart(source:)`` for its source.
    ///   - line: from 1.
    ///   - byteCount: of the link.
    ///   - label: issuer and name in printable ASCII that means itself in JSON; empty if they have to be read.
    /// - Returns: false if ``write(_:into:)`` has to do it; then nothing is written.
    func writePlain(_ start: [UInt8], line: Int, byteCount: Int, label: Span<UInt8>, into output: inout [UInt8]) -> Bool

    /// The start of the text of each link of a source.
    func plainStart(source: String) -> [UInt8]

    func write(_ link: LinkReport, into output: inout [UInt8])

    func end(_ totals: ValidationTotals, into output: inout [UInt8])
}

extension ReportFormat {
    package var separator: String { "" }
    package func begin(into output: inout [UInt8]) {}
    package func plainStart(source: String) -> [UInt8] { [] }
    package func writePlain(
        _ start: [UInt8], line: Int, byteCount: Int, label: Span<UInt8>, into output: inout [UInt8]
    ) -> Bool { false }
}

/// The counts of a run.
package struct ValidationTotals: Sendable, Hashable {
    package var links = 0
    package var ok = 0
    package var warning = 0
    package var error = 0
    /// Links that break each rule or its variant, by its number.
    package var rules = [Int](repeating: 0, count: RuleDescription.all.count)
    /// Links that `--fix` wrote in another form.
    package var correctedLinks = 0
    /// Records whose field is empty or missing.
    package var emptyFields = 0
    /// Lines and strings of JSON without a link; comments and empty lines aside.
    package var linesWithoutLink = 0
    /// Possible secrets outside of links that no link contains. Only an import names them.
    package var secretsWithoutLink = 0
    /// Google Authenticator exports with missing parts.
    package var incompleteExports = 0
    /// Inputs that could not be read, or not to their end.
    package var failedInputs = 0
    /// Rules about the whole input that were not checked for all of it, since memory is limited: there may be more
    /// findings of them.
    package var partlyChecked = RuleSet()

    package init() {}

    package func count(of rule: Rule) -> Int { rules[Int(rule.rawValue)] }

    mutating func count(_ broken: RuleSet) {
        links += 1
        guard !broken.isEmpty else {
            ok += 1
            return
        }
        for rule in broken { rules[Int(rule.rawValue)] += 1 }
        switch broken.worst {
        case .error: error += 1
        case .warning: warning += 1
        case .info, nil: ok += 1
        }
    }
}
